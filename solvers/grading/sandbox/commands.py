"""The command lines that put a program into a sandbox: bubblewrap's, or the init process's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from random import SystemRandom

from solvers.execution.limits import Limits
from solvers.grading.language import base_python
from solvers.grading.sandbox.seccomp import PROGRAM_PLACEHOLDER, system_call_filter
from solvers.grading.sandbox.submission_tree import THREADS_EACH

WRITABLE = "/tmp"  # noqa: S108  # inside the sandbox, where nobody else has one
"""The folder in which a program in the sandbox may write."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives")
CONFIGURATION = ("/etc/ld.so.cache", "/etc/racket", "/etc/swi-prolog")
"""The files of /etc that interpreters need."""

PACKAGES = ("lib*/python*/*-packages", "lib*/pypy*/*-packages", "local/lib/python*/*-packages")
"""The folders of packages beside Python's standard library."""

SUITE_FOLDER = Path(__file__).resolve().parents[3]
"""The checkout, or the site-packages, that this suite is in."""

SHARED_BYTES = 1 << 20
"""The size of /dev/shm: enough for locks, too little to hide memory in."""

OPEN_FILES = 256
"""The most open files of a process: pipes and sockets fill kernel memory, which nothing limits."""

RESERVED = 2
"""The memory that a process may reserve, as a multiple of the limit of its memory."""

USERS = range(61184, 65520)
"""User IDs without an account: the range of systemd's dynamic users."""

PROGRAM_ID_IN_BUBBLEWRAP = 2
"""The program's process ID in bubblewrap's namespace; bubblewrap's own is 1."""

NOBODY = 65534
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""The folders of programs that every user can run."""

NEW_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 11))"
INIT_PROCESS = Path(__file__).with_name("init_process.py")


def strong_command(
    folder: Path, written_mib: float, filter_fd: int, packages: Mapping[str, Path] | None = None
) -> list[str]:
    """Bubblewrap's part of the command line, before the program's own.

    The program sees a read-only system with the standard libraries, its own ``folder`` (read-only,
    at its usual path), small private /proc and /dev, and a private /tmp of ``written_mib``.
    ``filter_fd`` is a descriptor of the filter of system calls. Each package appears, read-only, as
    ``packages/NAME`` in that folder.
    """
    arguments = ["bwrap", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    arguments += [
        f"--unshare-{namespace}" for namespace in ("ipc", "pid", "net", "uts", "cgroup-try")
    ]
    change = _setpriv(SystemRandom().choice(USERS)) if may_change_user() else []
    if change:
        for capability in ("SETUID", "SETGID", "SETPCAP"):  # until the change is made
            arguments += ["--cap-add", f"CAP_{capability}"]
    else:
        arguments += ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]
        has_option = _runs("/bin/sh", "-c", "bwrap --help | grep -q -e --disable-userns")
        arguments += ["--disable-userns"] if has_option else []
    for shown in map(Path, _shown()):
        for above in reversed(shown.parents[:-1]):  # which anybody may go through
            arguments += ["--perms", "0755", "--dir", str(above)]
        if shown.is_symlink():
            arguments += ["--symlink", str(shown.readlink()), str(shown)]
        else:
            arguments += ["--ro-bind", str(shown), str(shown)]
    for path in _hidden():
        arguments += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    if system_call_filter(PROGRAM_ID_IN_BUBBLEWRAP):
        arguments += ["--seccomp", str(filter_fd)]
    return [
        *arguments,
        *("--proc", "/proc", "--size", "4096", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"),
        *("--remount-ro", "/proc", "--dev", "/dev"),
        *("--perms", "1777", "--size", str(SHARED_BYTES), "--tmpfs", "/dev/shm"),  # noqa: S108
        *("--remount-ro", "/dev/pts", "--remount-ro", "/dev"),
        *("--perms", "1777", "--size", str(int(written_mib * 2**20)), "--tmpfs", WRITABLE),
        *("--dir", str(folder.parent), "--ro-bind", str(folder), str(folder)),
        *chain.from_iterable(
            ("--ro-bind", str(source), str(folder / "packages" / name))
            for name, source in (packages or {}).items()
        ),
        *("--remount-ro", "/", "--chdir", WRITABLE, *change),
    ]


def basic_command(private: Path, user: int | None, filter_fd: int) -> list[str]:
    """The command before the program's own, for the basic sandbox.

    The init process ends all that the program starts, Landlock lets it write only in ``private``,
    and the filter refuses some system calls. For root, setpriv changes to ``user``.
    """
    python = [base_python(), "-I", "-S", "-B", str(INIT_PROCESS), str(private), str(filter_fd)]
    return python if user is None else python + _setpriv(user)


@cache
def open_interpreter(program: str) -> str:
    """The program, or in place of our own Python another one, that every user can run here.

    "" if there is none, or if we are not root.
    """
    if may_change_user(program, "--version"):
        return program
    if program == base_python():
        names = f"python{sys.version_info.major}.{sys.version_info.minor}", "python3"
        for python in filter(None, (shutil.which(name, path=SYSTEM_PATH) for name in names)):
            if may_change_user(python, "-c", NEW_ENOUGH):
                return python
    return ""


def why_as_root() -> str:
    """The reason why only root could run programs in the basic sandbox; "" if others can."""
    if os.geteuid() != 0 or open_interpreter(base_python()):
        return ""
    return f"setpriv does not work, or only root can run {base_python()}"


def open_filter(*, strong: bool) -> int:
    """A descriptor of the filter of system calls, for bubblewrap or the init process."""
    descriptor, writing_end = os.pipe()  # a pipe: for a file, the disk may be full
    program = PROGRAM_ID_IN_BUBBLEWRAP if strong else PROGRAM_PLACEHOLDER
    os.write(writing_end, system_call_filter(program))
    os.close(writing_end)
    return descriptor


def shell_with_limits(limits: Limits) -> list[str]:
    """A shell that waits for a line, sets the limits of a process and runs the given command.

    It limits core dumps, the size of a file, open files, processor time and writable memory (of
    each process; the parent limits all together, but may be late) and, if the suite may change the
    user, threads.
    """
    values: dict[str, int] = {"c": 0, "f": int(limits.written_mib * 2048), "n": OPEN_FILES}
    if limits.memory_mib < sys.maxsize:
        values["d"] = int(limits.memory_mib * RESERVED) << 10
    if limits.cpu_seconds < sys.maxsize:
        values["t"] = int(limits.cpu_seconds) + 1
    script = "read -r begin || exit 1; "
    for letter, value in values.items():
        script += f"ulimit -{letter} {value} 2>/dev/null; "  # fails where less is allowed already
    if may_change_user():  # bash and dash have different letters for it
        threads = limits.processes * THREADS_EACH
        script += f"ulimit -u {threads} 2>/dev/null || ulimit -p {threads} 2>/dev/null; "
    return ["/bin/sh", "-c", script + 'exec "$@"', "sh"]


@cache
def why_not_strong() -> str:
    """The reason why the strong sandbox does not work here, found by running it; "" if it does."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap runs only on Linux"
    filter_fd = open_filter(strong=True)
    command = strong_command(Path("/usr/share"), written_mib=1, filter_fd=filter_fd)
    try:
        done = subprocess.run(
            [*command, "/bin/sh", "-c", "exit 0"],
            check=False,
            capture_output=True,
            text=True,
            timeout=20,
            pass_fds=[filter_fd],
        )
    except FileNotFoundError:
        return "bubblewrap is not installed: sudo apt-get install bubblewrap"
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not run: {error}"
    finally:
        os.close(filter_fd)
    return "" if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()[-400:]}"


def may_change_user(*command: str) -> bool:
    """Whether we are root, and can run this command as a user without an account."""
    if os.geteuid() != 0:
        return False
    # Through a shell, because setpriv looks the command up with root's rights.
    return _runs(*_setpriv(USERS[0]), "/bin/sh", "-c", 'exec "$@"', "sh", *(command or ("true",)))


def _setpriv(user: int) -> list[str]:
    """The command that drops all capabilities, and changes to this user."""
    identity = f"--reuid={user}", f"--regid={user}", "--clear-groups"
    return ["setpriv", *identity, "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]


@cache
def _runs(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


@cache
def _shown() -> tuple[str, ...]:
    """The paths of the system that the program sees, with those of its interpreter."""
    paths = [path for path in (*SYSTEM, *CONFIGURATION) if Path(path).exists()]
    if not _prefix().is_relative_to("/usr"):
        paths += map(str, _interpreter())
    return tuple(dict.fromkeys(paths))


def _prefix() -> Path:
    """The folder in which the interpreter is installed."""
    return Path(base_python()).resolve().parents[1]


def _interpreter() -> Iterator[Path]:
    """The interpreter, with the links to it, and its libraries; no other file in its folder.

    That folder may be somebody's home. One that conda made is an interpreter's alone, and its
    libraries need each other.
    """
    if (base := Path(sys.base_prefix)).is_symlink():
        yield base
    if (_prefix() / "conda-meta").is_dir():
        yield _prefix()
        return
    program = Path(base_python())
    while (program := program.parent.resolve() / program.name).is_symlink():
        yield program
        program = program.parent / program.readlink()
    yield program
    places = {"platbase": sys.base_exec_prefix}  # that of a virtual environment holds packages
    for name in ("stdlib", "platstdlib"):
        yield Path(sysconfig.get_path(name, vars=places)).resolve()
    yield from _prefix().glob("lib*/libpython*.so*")


@cache
def _hidden() -> tuple[str, ...]:
    """Folders inside the shown ones that appear empty: packages, Python's tests, this suite."""
    shown = [Path(path) for path in _shown() if not Path(path).is_symlink()]
    roots = [*shown, _prefix()]
    packages = chain.from_iterable(root.glob(pattern) for root in roots for pattern in PACKAGES)
    folders = {path.resolve() for path in packages if path.is_dir()} | {SUITE_FOLDER}
    # CPython's tests contain a solver of this puzzle.
    tests = chain.from_iterable(root.glob("lib*/python*/test") for root in roots)
    folders |= {path.resolve() for path in tests}
    return tuple(
        sorted(str(folder) for folder in folders if any(map(folder.is_relative_to, shown)))
    )
