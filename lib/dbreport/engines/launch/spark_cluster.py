"""Spark's processes on this machine, each a JVM on loopback: a driver that Spark Connect asks, a Master, its Workers.

What runs is fetched by Maven, by the names in lib/spark/pom.xml. Not here: the client (`engines/spark.py`).
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ...errors import ClientError, EngineMissing, EngineStartFailed
from . import maven
from .native import die_with_parent
from .owned import new_file

SOURCES = Path(__file__).resolve().parents[3] / "spark"
OLDEST_JAVA = 17
_LOOPBACK = "127.0.0.1"
_START_LIMIT_S = 150.0
"""Spark itself gives up a Master that does not take it after three times 20 s."""
_END_LIMIT_S = 10.0
_LAUNCHER = "org.apache.spark.launcher.Main"
_SCALA = "2.13"
_BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""What makes a JVM that lives for seconds take half the processor: it does not compile as for an hour."""

WORKER = "org.apache.spark.deploy.worker.Worker"
_DRIVER = "org.apache.spark.sql.connect.service.SparkConnectServer"

_LOGGING = """\
rootLogger.level = warn
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n%ex
logger.deploy.name = org.apache.spark.deploy
logger.deploy.level = info
logger.connect.name = org.apache.spark.sql.connect.service.SparkConnectServer
logger.connect.level = info
"""
"""What the processes say: warnings, and where a Master or a driver listens."""
_WRONG = (re.compile(r"(OutOfMemoryError: .+)"), re.compile(r"(?: ERROR \S+ |Exception in thread \S+ )(.+)"))


def java() -> tuple[str, str]:
    """Return the Java that Spark's own scripts take, and its version. Raises EngineMissing for none, or an old one."""
    home = os.environ.get("JAVA_HOME")
    path = shutil.which("java", path=f"{home}/bin" if home else None)
    hint = f"install Java {OLDEST_JAVA} or newer (make engines)"
    if path is None:
        where = "in JAVA_HOME" if home else "on PATH"
        raise EngineMissing(f"Spark runs on Java, which was not found {where}; {hint}")
    said = subprocess.run([path, "-version"], capture_output=True, text=True).stderr
    version = re.search(r'version "((\d+)[^"]*)"', said)
    if version is None or int(version[2]) < OLDEST_JAVA:
        raise EngineMissing(f"Spark does not run on Java {version[1] if version else 'of no version'}; {hint}")
    return path, version[1]


def version() -> str:
    """Return the version of Spark that lib/spark names."""
    return maven.pinned(SOURCES, f"spark-sql_{_SCALA}")


def require_maven() -> None:
    """Raise EngineMissing where Spark is still to be fetched and there is nothing to fetch it with."""
    if shutil.which("mvn") is None and not maven.built(SOURCES).exists():
        raise EngineMissing("Spark is fetched by Maven, which was not found; run: make engines, or install it")


def home() -> Path:
    """Return the folder whose `jars` are Spark, fetched the first time. Raises EngineMissing, EngineStartFailed."""
    require_maven()
    try:
        return maven.program(SOURCES)
    except ClientError as error:
        raise EngineStartFailed(str(error)) from error


class Processes:
    """Spark's processes of one run, started one by one and ended together; they end with us, whatever ends us.

    All of them read one private file of settings: no secret stands on a command line. What they write lies in `folder`.
    They are reached over loopback alone, unless a cluster is not `near`. `brief` ones are up sooner and slower later.
    """

    def __init__(self, folder: Path, near: bool = True, brief: bool = False) -> None:
        self._folder, self._home, self._java = folder, home(), java()[0]
        self._bound = {"SPARK_LOCAL_IP": _LOOPBACK} if near else {}
        self._for_java = os.environ.get("JDK_JAVA_OPTIONS") or (_BRIEF if brief else "")
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("conf", "tmp"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        (folder / "conf" / "log4j2.properties").write_text(_LOGGING, encoding="utf-8")

    def configure(self, settings: Mapping[str, str], theirs: str = "") -> None:
        """Write the settings of what is started from now on, after those of a cluster's owner."""
        lines = [theirs, *(f"{name} {value}" for name, value in settings.items())]
        with os.fdopen(new_file(self._folder / "conf" / "spark-defaults.conf"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines))

    def start(self, name: str, *argv: str) -> None:
        """Start one of Spark's programs."""
        with os.fdopen(new_file(self._log(name)), "wb") as log:
            self._running[name] = subprocess.Popen(
                self._command(argv), cwd=self._folder, env=self._environment(), stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True, preexec_fn=die_with_parent,  # noqa: PLW1509 - no lock is held yet
            )  # fmt: skip

    def said(self, name: str, what: str) -> str:
        """Wait until the log of a program says something; return that.

        Raises EngineStartFailed with the reason where the program ends, or is silent for too long.
        """
        deadline = time.monotonic() + _START_LIMIT_S
        while True:
            why = self.ended(name)
            if said := re.search(what, self._log(name).read_text("utf-8", "replace")):
                return said[1]
            if why is not None:
                raise EngineStartFailed(f"Spark's {name} ended while starting: {why}")
            if time.monotonic() > deadline:
                raise EngineStartFailed(
                    f"Spark's {name} did not start within {_START_LIMIT_S:.0f} s: {self.reason(name)}"
                )
            time.sleep(0.05)

    def cluster(self, workers: int, cores: int, memory_mib: int) -> str:
        """Start a Master and its Workers, which share cores and memory evenly; return the cluster's address."""
        anywhere = ("--host", _LOOPBACK, "--port", "0", "--webui-port", "0")
        self.start("master", "org.apache.spark.deploy.master.Master", *anywhere)
        address = self.said("master", r"Spark master at (spark://\S+)")
        names = [f"worker-{n}" for n in range(workers)]
        for n, name in enumerate(names):
            share = ("--cores", str(cores // workers + (n < cores % workers)))
            memory = ("--memory", f"{memory_mib // workers}m")
            self.start(name, WORKER, *anywhere, *share, *memory, "--work-dir", str(self._folder / "work"), address)
        for name in names:
            self.said(name, "(registered with master)")
        return address

    def driver(self) -> int:
        """Start a driver; return the port at which Spark Connect asks it."""
        self.start("driver", "org.apache.spark.deploy.SparkSubmit", "--class", _DRIVER, "spark-internal")
        return int(self.said("driver", r"Spark Connect server started at: \S*?:(\d+)\s"))

    def ended(self, name: str, within_s: float = 0) -> str | None:
        """Return why a program has ended; None for one that runs."""
        try:
            code = self._running[name].wait(within_s)
        except subprocess.TimeoutExpired:
            return None
        return "killed, as the kernel does where memory runs out" if code == -signal.SIGKILL else self.reason(name)

    def reason(self, name: str) -> str:
        """Return what a log tells of memory that ran out, else of what went wrong first, else its last line."""
        text = self._log(name).read_text("utf-8", "replace")
        for sign in _WRONG:
            if found := sign.search(text):
                return found[1]
        return (text.strip().splitlines() or ["its log is empty"])[-1]

    def stop(self) -> None:
        """End all of them, the last started first; what it has not ended in time is killed."""
        for process in reversed(self._running.values()):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END_LIMIT_S)
            process.kill()
            process.wait()
        self._running.clear()

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _command(self, argv: tuple[str, ...]) -> list[str]:
        """Return the command line that Spark's own launcher makes of a program, as its shell scripts have it made."""
        done = subprocess.run(
            [self._java, "-Xmx64m", "-cp", f"{self._home}/jars/*", _LAUNCHER, *argv],
            env=self._environment(), capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise EngineStartFailed(
                f"Spark's launcher failed: {(done.stderr.strip().splitlines() or ['silently'])[-1]}"
            )
        return done.stdout.lstrip("\0\n").rstrip("\0\n").split("\0")

    def _environment(self) -> dict[str, str]:
        """Return our environment without another Spark's; one variable reaches every JVM, executors too."""
        for_java = (
            "-Djava.net.preferIPv4Stack=true",  # else a listener on loopback is one of IPv6
            f'"-Djava.io.tmpdir={self._folder / "tmp"}"',
            "-XX:-UsePerfData",  # no file in the shared temporary folder
        )
        theirs = {key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "PYSPARK_"))}
        return theirs | {
            "JDK_JAVA_OPTIONS": " ".join([self._for_java, *for_java]).strip(),
            "SPARK_HOME": str(self._home),
            "SPARK_CONF_DIR": str(self._folder / "conf"),
            "SPARK_SCALA_VERSION": _SCALA,
            **self._bound,
        }
