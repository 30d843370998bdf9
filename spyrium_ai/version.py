"""The version of the package, the only place where it stands."""

VERSION = "0.1.0"
