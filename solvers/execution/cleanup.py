"""Removes the folder of a run, and ends the run if this process dies before it can do so."""

from __future__ import annotations

import os
import shutil
import subprocess

from solvers.execution.process_tree import RUN_ID

SCRIPT = f"""
folder=$1 run=$2 first=$3
read -r group
if ! read -r done; then
    # Long after the end of the run, the number of its group can be another group's.
    grep -qszx -- "{RUN_ID}=$run" "/proc/$group/environ"
    if [ $? = 1 ]; then group=; fi
    if [ -n "$group" ]; then
        for signal in $first CONT; do kill -s "$signal" "$group"; done
        for _ in 1 2 3 4 5; do kill -s 0 "$group" && sleep 0.1; done
        kill -s KILL -- "-$group"
    fi
    for _ in 1 2 3 4 5; do
        found=$(grep -lszx -- "{RUN_ID}=$run" /proc/[0-9]*/environ) || break
        for place in $found; do
            place=${{place%/environ}}
            kill -s KILL "${{place#/proc/}}"
        done
    done
fi 2>/dev/null
rm -f -- "/dev/shm/sem.$run-"*
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$folder" 2>/dev/null && break
    sleep 0.2
done
"""
"""A shell script that removes the folder after a run.

If this process dies before it sends "done", the script ends the run first. The leader of the group
of processes is resumed, because it may have been stopped to be killed, and has half a second to end
those that have left the group. Then the script kills the group, and on Linux all processes that
carry the mark of the run. It also removes the semaphores that a cluster has left, whose names begin
with the run's mark. It tries several times to remove the folder, because a killed process can still
write for a moment.
"""


class Cleanup:
    """A process that runs SCRIPT, in a session of its own: no signal of a terminal ends it.

    ``first_signal`` asks the leader of the group to end; "" if it notices the death by itself.
    Raises OSError, and then the folder is removed.
    """

    def __init__(self, folder: str, run_id: str, first_signal: str = "") -> None:
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", SCRIPT, "sh", folder, run_id, first_signal],
                stdin=subprocess.PIPE,
                env={"PATH": f"{os.environ.get('PATH', '')}:{os.defpath}"},
                start_new_session=True,
            )
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._group = ""

    def watch(self, group: int) -> None:
        """Name the group of processes that the script has to end."""
        self._group = str(group)
        if self._process.stdin:
            self._process.stdin.write(f"{group}\n".encode())
            self._process.stdin.flush()

    def close(self) -> None:
        """Remove the folder; call this after all processes of the run have ended."""
        self._process.communicate(b"done\n" if self._group else b"\ndone\n")
