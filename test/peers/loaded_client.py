"""Forks the flows, and their commands, from a process that has loaded the client, because loading takes most of their time.

Standard input has a flow per line, as JSON: `name`; its `environment`; its `folder`; the files `output` and `errors`; and
`timeout` in seconds, after which it is killed with all it has started. Standard output gets a line when it has ended.

The client reads HOME when it is loaded, so all flows of this process have the same.
"""

import json
import os
import signal
import sys
import time

import datahub.ingestion.run.pipeline  # noqa: F401
import datahub.sdk.main_client  # noqa: F401
from datahub.entrypoints import main as datahub


def redirect(input, output, errors):
    """Replaces the standard streams of this process."""
    os.dup2(os.open(input, os.O_RDONLY), 0)
    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
    sys.stdin = open(0, closefd=False)


def enter(environment, folder):
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)


def exit_code(process):
    """Waits for a process; its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


class Commands:
    """A process that forks one for each command, from the client as it was loaded."""

    def __init__(self):
        asked, self._questions = os.pipe()
        self._answers, answers = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            # Its input ends with the flow.
            os.close(self._questions)
            os.close(self._answers)
            with open(asked) as lines:
                for line in lines:
                    os.write(answers, f"{self._run(json.loads(line))}\n".encode())
            os._exit(0)
        os.close(asked)
        os.close(answers)
        self._lines = open(self._answers)

    def run(self, command):
        """Runs a command (`args`, `environment`, `folder`, `timeout`, files for the streams); its exit code, negative for a signal."""
        os.write(self._questions, f"{json.dumps(command)}\n".encode())
        return int(self._lines.readline())

    def _run(self, command):
        process = os.fork()
        if process != 0:
            return exit_code(process)
        signal.alarm(command["timeout"])
        enter(command["environment"], command["folder"])
        redirect(command["input"], command["output"], command["errors"])
        sys.argv = ["datahub", *command["args"]]
        sys.exit(datahub())


def run_flow(flow):
    os.setsid()
    enter(flow["environment"], flow["folder"])
    redirect(os.devnull, flow["output"], flow["errors"])
    commands = Commands()
    # It reads the environment when it is loaded.
    import support

    support.commands = commands
    from drive import run_one

    run_one(flow["name"])
    sys.exit()


def end_in_time(process, seconds):
    """Waits for a process, and kills its session if it takes longer."""
    end = time.monotonic() + seconds
    while os.waitpid(process, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.killpg(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return
        time.sleep(0.05)


for line in sys.stdin:
    flow = json.loads(line)
    process = os.fork()
    if process == 0:
        run_flow(flow)
    end_in_time(process, flow["timeout"])
    print("ended", flush=True)
