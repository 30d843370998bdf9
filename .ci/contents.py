"""Check what the sdist and the wheel in a folder hold: all that git has, and all that is needed."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

NOT_IN_SDIST = (".gitignore", "tournaments/results/")


def main(folder: Path) -> None:
    """Exit with a list of what is missing or too much."""
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout
    files = {file for file in tracked.split() if not file.startswith(NOT_IN_SDIST)}
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    with tarfile.open(sdist) as archive:
        members = {m.name.partition("/")[2] for m in archive.getmembers() if m.isfile()}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    installed = {
        re.sub("^(engines|tournaments)/", r"spyrium_ai/shipped_\1/", file)
        for file in files
        if re.match(r"(spyrium_ai|engines)/.*(?<!\.pyx)$|tournaments/.*\.toml$", file)
    }
    modules = {file.removesuffix(".pyx") for file in files if file.endswith(".pyx")}
    compiled = {name.partition(".")[0] for name in names if name.endswith(".so")}
    problems = [f"the sdist lacks {file}" for file in sorted(files - members)]
    problems += [
        f"the sdist has {name}" for name in sorted(members) if name.endswith((".c", ".so"))
    ]
    problems += [f"the wheel lacks {file}" for file in sorted(installed - names)]
    problems += [f"the wheel lacks the module {name}" for name in sorted(modules - compiled)]
    problems += [f"the wheel has {name}" for name in sorted(names) if "tests/" in name]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
