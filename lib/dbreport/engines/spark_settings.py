"""Where Spark runs and what it is told: on this machine's cores, on a cluster of ours, on a cluster that is there.

`Setup.options` names how many `workers` a cluster of ours has, and settings of Spark's own (`spark.…`).
"""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from ..allotted import cores
from ..errors import Unsupported
from ..model import Profile
from .launch.external import external_url, malformed, variable
from .setup import Setup

NAME = "spark"
_PORTS = {"sc": 15002, "spark": 7077}
"""The protocols of an address, of a driver's Spark Connect and of a standalone cluster's Master, and their ports."""
_LOOPBACK = "127.0.0.1"

_DRIVER = {
    "spark.ui.enabled": "false",
    "spark.connect.grpc.binding.address": _LOOPBACK,
    "spark.connect.grpc.binding.port": "0",
    "spark.connect.session.manager.defaultSessionTimeout": "-1",  # another system may have its turn for hours
}
_CLUSTER = {
    "spark.scheduler.minRegisteredResourcesRatio": "1",  # the first job waits for every executor
    "spark.master.rest.enabled": "false",
    # the pages of a Master and its Workers cannot be left out: they show nothing without a token, and do nothing
    "spark.ui.filters": "org.apache.spark.ui.JWSFilter",
    "spark.ui.killEnabled": "false",
    "spark.master.ui.decommission.allow.mode": "DENY",
}
_BESIDE_HEAP = 0.1  # spark.executor.memoryOverheadFactor
_SHIPPED_MIB = 1024


@dataclass(frozen=True, slots=True)
class Place:
    """Where statements run: on a cluster that is there, by its `url`, or on one of ours with so many `workers`.

    Without workers the driver does the work itself.
    """

    url: str | None
    workers: int

    @classmethod
    def of(cls, setup: Setup) -> "Place":
        """Return the place that is asked for. Raises UsageError for an address of no form, Unsupported."""
        url = external_url(NAME) if setup.launcher in (None, "external") else None
        workers = int(setup.options.get("workers", "0"))
        if url is not None:
            _parts(url)
            if workers:
                raise Unsupported(f"the cluster named in {variable(NAME)} is used as it is, with the workers it has")
        if workers > cores():
            raise Unsupported(f"{workers} workers need a core each, and this machine has {cores()}")
        return cls(url, workers)

    @property
    def served(self) -> bool:
        """Tell whether the driver, too, is there already."""
        return self.url is not None and _parts(self.url).scheme == "sc"

    @property
    def near(self) -> bool:
        """Tell whether everything is on this machine, and nothing has to be reached from another one."""
        return self.url is None or self.host_and_port()[0] in ("localhost", _LOOPBACK)

    def host_and_port(self) -> tuple[str, int]:
        parts = _parts(self.url or "")
        return parts.hostname or "", parts.port or _PORTS[parts.scheme]


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in _PORTS and parts.hostname and parts.port != 0:  # which raises for one that is none
            return parts
    except ValueError:
        pass
    raise malformed(NAME)


def requested(setup: Setup) -> dict[str, str]:
    """Return the settings of profile and case."""
    tuned = {
        **_memory(setup),
        # as shipped 200 on any machine, of which adaptive execution joins small ones when they are there
        "spark.sql.shuffle.partitions": str(cores()),
    }
    own = {name: value for name, value in setup.options.items() if name.startswith("spark.")}
    return (tuned if setup.profile is Profile.TUNED else {}) | own


def heap_mib(setup: Setup) -> int:
    """Return the memory in which answers are worked out: a driver's that has no cluster, or as much for all executors
    together. As shipped it is a gibibyte, whatever the machine has.
    """
    if setup.memory_limit_bytes:  # of which a JVM takes a part beside its heap: what Spark itself adds for that
        return int(setup.memory_limit_bytes / (1 + _BESIDE_HEAP)) >> 20
    return setup.memory_budget_bytes >> 20 if setup.profile is Profile.TUNED else _SHIPPED_MIB


def _memory(setup: Setup) -> dict[str, str]:
    workers = int(setup.options.get("workers", "0"))
    return {f"spark.{'executor' if workers else 'driver'}.memory": f"{heap_mib(setup) // max(workers, 1)}m"}


def of_driver(place: Place, setup: Setup, secret: str) -> dict[str, str]:
    """Return the settings of a driver, and of a cluster below it; its master is still to be named."""
    settings = {**_DRIVER, "spark.local.dir": str(setup.spill), "spark.connect.authenticate.token": secret}
    if place.near:
        settings |= {"spark.driver.bindAddress": _LOOPBACK, "spark.driver.host": _LOOPBACK}
    if place.url is None:
        # without it any user of this machine could have our processes run what he likes
        settings |= {"spark.authenticate": "true", "spark.authenticate.secret": secret}
        settings |= _memory(setup) | requested(setup)
    if place.workers:
        settings |= _CLUSTER | {"spark.cores.max": str(cores())}
        settings["spark.org.apache.spark.ui.JWSFilter.param.secretKey"] = secret
    return settings


def of_owner() -> str:
    """Return the settings that the owner of a cluster asks of its drivers, such as a secret: a file's text."""
    file = Path(os.environ.get("SPARK_CONF_DIR") or "-") / "spark-defaults.conf"
    return file.read_text("utf-8") if file.is_file() else ""
