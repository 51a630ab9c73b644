"""Runs `datahub` commands by forking a process that has loaded the client, because loading takes most of a command's time.

Standard input has a command per line, as JSON: `args`; the files `input`, `output` and `errors`; and `timeout` in
seconds, after which it is killed. Standard output gets its exit code, negative for a signal.
"""

import json
import os
import signal
import sys

from datahub.entrypoints import main

for line in sys.stdin:
    command = json.loads(line)
    process = os.fork()
    if process == 0:
        break
    _, status = os.waitpid(process, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
else:
    sys.exit()

# The rest runs in the forked process of the command.
signal.alarm(command["timeout"])
os.dup2(os.open(command["input"], os.O_RDONLY), 0)
os.dup2(os.open(command["output"], os.O_WRONLY), 1)
os.dup2(os.open(command["errors"], os.O_WRONLY), 2)
sys.stdin = open(0, closefd=False)
sys.argv = ["datahub", *command["args"]]
sys.exit(main())
