"""Runs DataHub's own command line and SDK against a server, flow by flow.

Every flow has its own process, HOME, working directory and unique urns. Groups: core (writes, reads, definitions,
deletes), search, ingest, auth (login), actions (following changes), extra (rarely used features).
"""

import argparse
import concurrent.futures
import importlib
import importlib.metadata
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import uuid
from pathlib import Path

from support import FLOWS, Skipped

MODULES = (
    "core",
    "connecting",
    "definitions",
    "rules",
    "proposals",
    "datasets",
    "entities",
    "search_commands",
    "other_entities",
    "ingestion",
    "sources.postgres_source",
    "sources.csv_source",
    "sources.dbt_source",
    "sources.file_source",
    "sources.sample_data",
    "moving",
    "documentation",
    "writing",
    "reading",
    "sdk_entities",
    "client_methods",
    "further_commands",
    "actions",
    "executor",
    "examples",
    "sources.garbage_collection",
)
for module in MODULES:
    importlib.import_module(f"flows.{module}")

VERDICT = "@@"


def run_one(name):
    """Runs a flow in this process and prints its verdict."""
    function = next(f for flow_name, _, _, f in FLOWS if flow_name == name)
    try:
        function()
        verdict = {"result": "PASS"}
    except Skipped as reason:
        verdict = {"result": "SKIP", "reason": str(reason)}
    except BaseException as error:
        verdict = {
            "result": "FAIL",
            "reason": f"{type(error).__name__}: {str(error)[:900]}{place(error)}",
        }
        if os.environ.get("PEER_VERBOSE"):
            traceback.print_exc()
    print(VERDICT + json.dumps(verdict))


def place(error):
    frames = reversed(traceback.extract_tb(error.__traceback__))
    frame = next((f for f in frames if "/flows/" in f.filename), None)
    return f" ({Path(frame.filename).name}:{frame.lineno})" if frame else ""


def environment(options, name, home, traffic):
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("DATAHUB_")}
    return {
        **inherited,
        "HOME": str(home),
        "DATAHUB_TELEMETRY_ENABLED": "false",
        "DATAHUB_COMPONENT": f"peer.{name}",
        "DATAHUB_REST_EMITTER_DEFAULT_RETRY_MAX_TIMES": "1",
        "PEER_SERVER": options.server.rstrip("/"),
        "PEER_TOKEN": options.token or "",
        "PEER_RUN": uuid.uuid4().hex[:8],
        "PEER_USERNAME": options.username,
        "PEER_PASSWORD": options.password,
        "PEER_TRAFFIC": str(traffic),
        "PYTHONPATH": str(Path(__file__).parent / "recorder"),
        "PYTHONUNBUFFERED": "1",
        "NO_PROXY": "*",
        "no_proxy": "*",
        **({"PEER_VERBOSE": "1"} if options.verbose else {}),
    }


def run_alone(folder, name, settings, limit):
    """Runs a flow in a new process; its output and its errors."""
    process = subprocess.Popen(
        [sys.executable, os.path.abspath(__file__), "--run-one", name],
        cwd=folder / "work",
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        return process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return "", process.communicate()[1]


class LoadedClients:
    """Processes of loaded_client.py, one for each flow at a time, with a HOME that is empty when a flow begins."""

    def __init__(self, options, base):
        self._idle = queue.SimpleQueue()
        for number in range(options.jobs):
            home = base / f"home-{number}"
            process = subprocess.Popen(
                [sys.executable, Path(__file__).with_name("loaded_client.py")],
                env=environment(options, "forked", home, base / "loading"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._idle.put((process, home))

    def run(self, folder, name, settings, limit):
        """Runs a flow in a forked process; its output and its errors."""
        process, home = self._idle.get()
        home.mkdir()
        files = {stream: folder / stream for stream in ("output", "errors")}
        flow = {
            "name": name,
            "environment": {**settings, "HOME": str(home)},
            "folder": str(folder / "work"),
            "timeout": limit,
            **{stream: str(file) for stream, file in files.items()},
        }
        print(json.dumps(flow), file=process.stdin, flush=True)
        if not process.stdout.readline():
            raise RuntimeError("loaded_client.py has ended")
        shutil.rmtree(home)
        self._idle.put((process, home))
        return tuple(file.read_text() for file in files.values())

    def end(self):
        while not self._idle.empty():
            self._idle.get()[0].communicate()


def drive(options, base, run, flow):
    """Runs a flow in a separate process and returns its result."""
    name, group, timeout, _ = flow
    folder = base / name
    for part in ("home", "work"):
        (folder / part).mkdir(parents=True)
    traffic = folder / "traffic"
    begin, limit = time.time(), timeout or options.timeout
    settings = environment(options, name, folder / "home", traffic)
    out, err = run(folder, name, settings, limit)
    seconds = round(time.time() - begin, 1)
    lines = [line for line in out.splitlines() if line.startswith(VERDICT)]
    missing = f"timeout after {limit} s" if seconds >= limit else f"no verdict: {(err or out)[-300:]}"
    no_verdict = {"result": "FAIL", "reason": missing}
    verdict = json.loads(lines[-1][len(VERDICT) :]) if lines else no_verdict
    reason = " ".join(verdict.get("reason", "").split())[:700]
    print(f"{verdict['result']:4} {name:52} {seconds:6.1f}s {reason}", flush=True)
    if options.verbose:
        print(err[-6000:], file=sys.stderr)
    return {**verdict, "name": name, "group": group, "seconds": seconds, **recorded(traffic)}


def recorded(traffic):
    """The distinct requests, root fields, commands and calls that recorder/sitecustomize.py recorded."""
    noted = (
        [json.loads(line) for line in traffic.read_text().splitlines()] if traffic.exists() else []
    )
    of = lambda wanted: sorted({what for kind, what in noted if kind == wanted})
    return {f"{kind}s": of(kind) for kind in ("request", "field", "command", "call")}


def report(results):
    """The report of the run, without details that differ between runs."""
    flows = [
        {name: value for name, value in result.items() if name != "seconds"} for result in results
    ]
    client = importlib.metadata.version("acryl-datahub")
    return {"client": client, "flows": sorted(flows, key=lambda flow: flow["name"])}


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("server", nargs="?", help="address of the server")
    parser.add_argument("--token")
    parser.add_argument("--username", default="datahub", help="for the flows that log in")
    parser.add_argument("--password", default="datahub")
    parser.add_argument("--only", help="flows whose names match")
    parser.add_argument("--skip", help="all but flows whose names match")
    parser.add_argument("--group", help="groups, separated by commas")
    parser.add_argument("--jobs", type=int, default=1, help="flows at a time")
    parser.add_argument(
        "--fork",
        action="store_true",
        help="fork the flows and their commands from processes that have loaded the client",
    )
    parser.add_argument("--timeout", type=int, default=150, help="seconds that a flow may take")
    parser.add_argument("--json", help="file for the report")
    parser.add_argument("--no-skips", action="store_true", help="a skipped flow is a failure")
    parser.add_argument("--list", action="store_true", help="list the flows and do nothing")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--run-one", help=argparse.SUPPRESS)
    return parser, parser.parse_args()


def main():
    parser, options = parse()
    if options.run_one:
        return run_one(options.run_one)
    flows = [
        flow
        for flow in FLOWS
        if (not options.only or re.search(options.only, flow[0]))
        and not (options.skip and re.search(options.skip, flow[0]))
        and (not options.group or flow[1] in options.group.split(","))
    ]
    if options.list:
        for name, group, _, _ in flows:
            print(f"{group:7} {name}")
        return
    if not options.server:
        parser.error("the address of the server is missing")
    base = Path(tempfile.mkdtemp(prefix="colophon-peers-"))
    loaded = LoadedClients(options, base) if options.fork else None
    run = loaded.run if loaded else run_alone
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as executor:
        results = list(executor.map(lambda flow: drive(options, base, run, flow), flows))
    if loaded:
        loaded.end()
    shutil.rmtree(base, ignore_errors=True)
    counts = {kind: sum(r["result"] == kind for r in results) for kind in ("PASS", "FAIL", "SKIP")}
    print(
        f"\n{counts['PASS']} passed, {counts['FAIL']} failed, {counts['SKIP']} skipped of {len(results)}"
    )
    if options.json:
        Path(options.json).write_text(json.dumps(report(results), indent=1) + "\n")
    sys.exit(1 if counts["FAIL"] or (options.no_skips and counts["SKIP"]) else 0)


if __name__ == "__main__":
    main()
