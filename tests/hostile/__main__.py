"""The long run of the fuzzers, and a single case: in tests/, `python -m hostile --help`."""

from __future__ import annotations

import argparse
import sys
import time

from hostile.catalogue import FUZZERS
from hostile.fuzzing import Failure, drawn, failures, tried


def main() -> int:
    """Run what the command line names; return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m hostile", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="fuzzers, or how they begin")
    parser.add_argument("--seed", type=int, default=1, help="of the cases (default: 1)")
    parser.add_argument("--minutes", type=float, default=30, help="for all together (default: 30)")
    parser.add_argument("--count", type=int, help="the most cases of each fuzzer")
    parser.add_argument("--case", type=int, help="check only the case with this number")
    parser.add_argument("--list", action="store_true", help="list the fuzzers")
    options = parser.parse_args()
    chosen = [name for name in FUZZERS if name.startswith(tuple(options.names) or "")]
    if not chosen:
        parser.error(f"no such fuzzer; there are {', '.join(FUZZERS)}")
    if options.list:
        print("\n".join(chosen))
        return 0
    if options.case is not None:
        return _one_case(chosen, options.seed, options.case)
    found: list[Failure] = []
    end = time.monotonic() + 60 * options.minutes
    for number, name in enumerate(chosen):
        cases = [0]
        share = max(0.0, end - time.monotonic()) / (len(chosen) - number)
        new = failures(FUZZERS[name], options.seed, options.count, share, told=cases.append)
        print(f"{name}: {cases[-1]} cases, {len(new)} kinds of failures", flush=True)
        for failure in new:
            print(failure, flush=True)
        found += new
    return 1 if found else 0


def _one_case(names: list[str], seed: int, number: int) -> int:
    bad = 0
    for name in names:
        failure = tried(FUZZERS[name], seed, number)
        parts = "".join(f"\n    {part!r}" for part in drawn(FUZZERS[name], seed, number))
        print(failure or f"{name}: case {number} of seed {seed} passes:{parts}")
        bad += failure is not None
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
