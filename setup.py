"""The compiled modules; all other facts about the project are in pyproject.toml."""

import os
import runpy
import shlex
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import PlatformError

# Only Linux knows which cores this process may use.
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# A debug build has asserts and the address and undefined-behaviour sanitizers; another has no
# tables for a debugger, which a quarter of the time of compiling would go into.
DEBUG = bool(os.environ.get("SPYRIUM_DEBUG"))
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

compile_args = ["-std=gnu11", "-ffp-contract=off", "-Wno-unused-function"]
compile_args += ["-O1", "-g", "-DSPYRIUM_DEBUG", *SANITIZE] if DEBUG else ["-O3", "-g0"]

Options.warning_errors = True


class BuildWithCompiler(build_ext):
    """Compiles on all cores; says in plain words what a machine lacks that cannot compile."""

    def finalize_options(self) -> None:
        """Take all cores: pip has no other way to say so."""
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        """Look for the compiler and for Python's headers first; then build all modules.

        Cython works here alone: pip and build ask much else of this file, and an sdist has no C.
        """
        compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
        if shutil.which(compiler) is None:
            raise PlatformError(
                f"spyrium-ai needs a C compiler, and '{compiler}' is not there. On Debian and "
                "Ubuntu: apt-get install gcc libc6-dev. Another compiler can be named in CC."
            )
        folders = [Path(sysconfig.get_path(name)) for name in ("include", "platinclude")]
        if not any((folder / "Python.h").is_file() for folder in folders):
            raise PlatformError(
                f"spyrium-ai needs the headers of Python, and there is no {folders[0]}/Python.h. "
                "On Debian and Ubuntu: apt-get install python3-dev."
            )
        for module, written in zip(self.extensions, in_c(), strict=True):
            module.sources = written.sources
        super().build_extensions()


def write_build(folder: str) -> None:
    """Write into a copy of the package which commit it is of, for where there is no git."""
    version = runpy.run_path("spyrium_ai/version.py")
    Path(folder, "spyrium_ai", version["BUILD_FILE"]).write_text(version["build"]() + "\n")


class BuildPyWithCommit(build_py):
    """Says in a wheel what it is built from; an editable install goes on asking git."""

    def run(self) -> None:
        """Copy the package and add the build file."""
        super().run()
        if not self.editable_mode:
            write_build(self.build_lib)


class SdistWithCommit(sdist):
    """Says in an sdist what it is made from."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copy the sources and add the build file."""
        super().make_release_tree(base_dir, files)
        write_build(base_dir)


modules = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        include_dirs=["csrc"],
        depends=[str(header) for header in sorted(Path("csrc").iterdir())],
        extra_compile_args=compile_args,
        extra_link_args=SANITIZE if DEBUG else [],
    )
    for path in sorted(Path("spyrium_ai").rglob("*.pyx"))
]


def in_c() -> list[Extension]:
    """Have Cython write the modules in C on all cores; return them with the files in C."""
    written: list[Extension] = cythonize(  # type: ignore[no-untyped-call]
        modules,
        build_dir="build/cython",
        nthreads=CORES,
        # For those who install the same sources more than once, as .ci/run does.
        cache=bool(os.environ.get("CYTHON_CACHE_DIR")),
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "allow_none_for_extension_args": False,
            "freethreading_compatible": False,
        },
    )
    return written


# Where processes are not forked, those in which Cython works import this file.
if __name__ == "__main__":
    setup(
        cmdclass={
            "build_ext": BuildWithCompiler,
            "build_py": BuildPyWithCommit,
            "sdist": SdistWithCommit,
        },
        ext_modules=modules,
    )
