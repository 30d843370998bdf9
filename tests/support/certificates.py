"""Certificates for TLS on loopback, made by openssl for one test run."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed.security import Security


class Certificates:
    """A key with its certificate, which is its own authority, as docs/cluster.md makes them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.certificate, self.key = folder / "cluster.pem", folder / "cluster-key.pem"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"),
                *("-subj", "/CN=spyrium", "-keyout", str(self.key), "-out", str(self.certificate)),
            ],
            check=True,
            capture_output=True,
        )

    def environ(self) -> dict[str, str]:
        """Return the variables that tell Dask of them, for every part of a cluster."""
        start = "DASK_DISTRIBUTED__COMM__TLS__"
        found = {f"{start}CA_FILE": str(self.certificate)}
        for part in ("SCHEDULER", "WORKER", "CLIENT"):
            found[f"{start}{part}__CERT"] = str(self.certificate)
            found[f"{start}{part}__KEY"] = str(self.key)
        return found

    def security(self) -> Security:
        """Return what a client of this process needs."""
        from distributed.security import Security  # noqa: PLC0415 (an extra)

        return Security(
            tls_ca_file=str(self.certificate),
            tls_client_cert=str(self.certificate),
            tls_client_key=str(self.key),
            require_encryption=True,
        )
