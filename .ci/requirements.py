"""Print what an extra of the project needs, without the project itself.

With `build-system` instead of an extra's name, print what compiling the project needs.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"

settings = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
project = settings["project"]
wanted = sys.argv[1]
if wanted == "build-system":
    requirements = settings["build-system"]["requires"]
else:
    requirements = project["optional-dependencies"][wanted]
for requirement in requirements:
    if not requirement.startswith(project["name"]):
        print(requirement)
