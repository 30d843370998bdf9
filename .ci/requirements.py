"""Print what an extra of the project needs, without the project itself."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"

project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
for requirement in project["optional-dependencies"][sys.argv[1]]:
    if not requirement.startswith(project["name"]):
        print(requirement)
