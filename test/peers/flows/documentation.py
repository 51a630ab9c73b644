"""Runs the code examples of docs/testing.md unchanged."""

import os
import re
import subprocess
import sys
from pathlib import Path

from support import check, flow

REPOSITORY = Path(__file__).parents[3]


@flow("docs.pytest_fixture", "extra")
def docs_pytest_fixture():
    page = (REPOSITORY / "docs" / "testing.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    check(
        len(blocks) == 2,
        f"{len(blocks)} blocks of Python on the page, want the fixture and its test",
    )
    Path("conftest.py").write_text(blocks[0])
    Path("test_catalog.py").write_text(blocks[1])
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        env={**os.environ, "PATH": f"{REPOSITORY}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    check(
        finished.returncode == 0 and "2 passed" in finished.stdout,
        finished.stdout[-900:] + finished.stderr[-300:],
    )
