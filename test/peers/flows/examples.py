"""The programs in examples/python, as a user starts them."""

import os
import subprocess
import sys
from pathlib import Path

from support import SERVER, TOKEN, check, equal, flow

PROGRAMS = Path(__file__).parents[3] / "examples" / "python"

# Prefix of each line that a program prints.
OUTPUTS = {
    "properties.py": [
        "defined urn:li:structuredProperty:com.example.owningTeam",
        "assigned sales to urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)",
        "found urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)",
        "refused: 400 ",
    ],
    "sdk.py": [
        "defined urn:li:structuredProperty:com.example.classification",
        "assigned internal to urn:li:dataset:(urn:li:dataPlatform:postgres,shop.customers,PROD)",
        "found urn:li:dataset:(urn:li:dataPlatform:postgres,shop.customers,PROD)",
        "read ['internal'] of urn:li:structuredProperty:com.example.classification",
        "refused: ",
    ],
}


@flow("examples.python", "extra")
def examples_python():
    equal(sorted(program.name for program in PROGRAMS.glob("*.py")), sorted(OUTPUTS), "programs")
    environment = {**os.environ, "COLOPHON_URL": SERVER, "COLOPHON_TOKEN": TOKEN or ""}
    for name, output in OUTPUTS.items():
        finished = subprocess.run(
            [sys.executable, PROGRAMS / name],
            capture_output=True,
            text=True,
            env=environment,
            timeout=60,
        )
        equal(finished.returncode, 0, f"exit code of {name}: {finished.stderr[-400:]}")
        lines = finished.stdout.splitlines()
        equal(len(lines), len(output), f"lines of {name}")
        for line, begin in zip(lines, output):
            check(line.startswith(begin), f"{name} printed {line!r}, want {begin!r}")
