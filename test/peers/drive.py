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
        **({"PEER_FORK": "1"} if options.fork else {}),
        **({"PEER_VERBOSE": "1"} if options.verbose else {}),
    }


def drive(options, base, flow):
    """Runs a flow in a separate process and returns its result."""
    name, group, timeout, _ = flow
    home, work = Path(base) / name / "home", Path(base) / name / "work"
    home.mkdir(parents=True)
    work.mkdir()
    traffic = Path(base) / name / "traffic"
    begin, limit = time.time(), timeout or options.timeout
    process = subprocess.Popen(
        [sys.executable, os.path.abspath(__file__), "--run-one", name],
        cwd=work,
        env=environment(options, name, home, traffic),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, err = process.communicate()
        out = VERDICT + json.dumps({"result": "FAIL", "reason": f"timeout after {limit} s"})
    lines = [line for line in out.splitlines() if line.startswith(VERDICT)]
    no_verdict = {"result": "FAIL", "reason": f"no verdict: {(err or out)[-300:]}"}
    verdict = json.loads(lines[-1][len(VERDICT) :]) if lines else no_verdict
    seconds = round(time.time() - begin, 1)
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
        help="fork the commands of a flow from one process that has loaded the client",
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
    base = tempfile.mkdtemp(prefix="colophon-peers-")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as executor:
        results = list(executor.map(lambda flow: drive(options, base, flow), flows))
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
