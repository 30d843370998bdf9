"""The compiled modules; all other facts about the project are in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup

# A debug build has asserts and the address and undefined-behaviour sanitizers.
DEBUG = bool(os.environ.get("SPYRIUM_DEBUG"))
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

compile_args = ["-std=gnu11", "-ffp-contract=off", "-Wno-unused-function"]
compile_args += ["-O1", "-g", "-DSPYRIUM_DEBUG", *SANITIZE] if DEBUG else ["-O3"]

Options.warning_errors = True

modules = [
    Extension(
        f"spyrium_ai.core.{path.stem}",
        [str(path)],
        include_dirs=["csrc"],
        depends=[str(header) for header in sorted(Path("csrc").iterdir())],
        extra_compile_args=compile_args,
        extra_link_args=SANITIZE if DEBUG else [],
    )
    for path in sorted(Path("spyrium_ai/core").glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        modules,
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "freethreading_compatible": False,
        },
    )
)
