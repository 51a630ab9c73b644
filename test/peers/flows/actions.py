"""DataHub's actions framework, which polls events from the catalog instead of using Kafka."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from support import (
    COMMANDS,
    SERVER,
    TOKEN,
    assign,
    check,
    define,
    equal,
    eventually,
    flow,
    graph,
    make_dataset,
    models,
    proposal,
    unique,
    write,
)

ACTIONS = Path(__file__).parent.parent / "fixtures" / "actions"
LOGS = ["MetadataChangeLog_Versioned_v1", "MetadataChangeLog_Timeseries_v1"]

# Seconds after which an action hangs: with a lookback it first reads the events of all flows of the day.
DAY_READ = 240


def pipeline(name, action, topics=("PlatformEvent_v1",), source=(), **stages):
    """Writes the file of a pipeline, and returns its name."""
    config = {
        "name": unique(name),
        "source": {"type": "datahub-cloud", "config": {"topics": list(topics), **dict(source)}},
        "action": action,
        "datahub": {"server": SERVER, **({"token": TOKEN} if TOKEN else {})},
        "options": {"failed_events_dir": str(Path.cwd() / "failed")},
        **stages,
    }
    return write(f"{name}.json", config)


def start(file):
    """Starts `datahub actions` in the background."""
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ACTIONS)])
    return subprocess.Popen(
        [str(COMMANDS / "datahub"), "actions", "run", "-c", file],
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=open("actions.out", "a"),
        stderr=subprocess.STDOUT,
    )


def stop(process, how=signal.SIGTERM):
    process.send_signal(how)
    process.wait(30)


def received(path):
    """The events that the action has written so far; each run has its own file."""
    files = sorted(Path.cwd().glob(f"{path}*"))
    return [json.loads(line) for file in files for line in file.read_text().split("\n")[:-1]]


def to_file(path="events.jsonl"):
    return {"type": "peer_actions:WriteToFile", "config": {"path": path}}


def tag(urn, *names):
    m = models()
    tags = [m.TagAssociationClass(tag=f"urn:li:tag:{unique(name)}") for name in names]
    graph().emit_mcp(proposal(urn, m.GlobalTagsClass(tags=tags)))


@flow("actions.hello_world", "actions")
def actions_hello_world():
    key, urn = define("f"), make_dataset("d", description="größer €")
    assign(urn, {key: "x"})
    topics = ["PlatformEvent_v1", "MetadataChangeLog_Versioned_v1"]
    process = start(pipeline("hello", {"type": "hello_world"}, topics, {"lookback_days": 1}))
    wanted = (
        f'"entityUrn": "{urn}"',
        '"category": "LIFECYCLE"',
        f'"modifier": "{key}"',
        '"aspectName": "structuredProperties"',
        "gr\\u00f6\\u00dfer",
    )
    try:
        eventually(lambda: equal([text for text in wanted if text not in printed()], [], "missing"), secs=DAY_READ)
    finally:
        stop(process)
    equal(process.returncode, 0, "exit code")


def printed():
    return Path("actions.out").read_text()


@flow("actions.filters_and_transforms", "actions")
def actions_filters_and_transforms():
    process = start(
        pipeline(
            "filtered",
            to_file(),
            filters=[
                {
                    "type": "event_type",
                    "config": {
                        "filter": {
                            "EntityChangeEvent_v1": {
                                "event": [{"category": "TAG"}, {"category": "STRUCTURED_PROPERTY"}]
                            }
                        }
                    },
                }
            ],
            filter={"event_type": "EntityChangeEvent_v1", "event": {"entityType": "dataset"}},
            transform=[{"type": "peer_actions:Mark", "config": {"mark": "marked"}}],
        )
    )
    try:
        probe = make_dataset("probe")
        # Without a lookback it begins with events after its first poll.
        for attempt in range(120):
            tag(probe, f"probe{attempt}")
            if received("events.jsonl"):
                break
            time.sleep(0.5)
        key, urn = define("f"), make_dataset("d")
        tag(urn, "a")
        assign(urn, {key: "x"})
        assign(urn, {key: "y"})
        eventually(lambda: check(len(of(urn)) >= 3, f"{received('events.jsonl')}"))
    finally:
        stop(process)
    equal(
        [(e["category"], e["operation"], e["modifier"]) for e in of(urn)],
        [
            ("TAG", "marked ADD", f"urn:li:tag:{unique('a')}"),
            ("STRUCTURED_PROPERTY", "marked ADD", key),
            ("STRUCTURED_PROPERTY", "marked MODIFY", key),
        ],
        "events",
    )
    equal(json.loads(of(urn)[2]["parameters"]["propertyValues"]), ["y"], "values")
    check(all(e["entityType"] == "dataset" for e in received("events.jsonl")), "other types came through")


def of(urn, path="events.jsonl"):
    return [event for event in received(path) if event.get("entityUrn") == urn]


@flow("actions.killed_and_restarted_misses_nothing", "actions", timeout=900)
def actions_killed_and_restarted():
    file = pipeline("killed", to_file(), ["PlatformEvent_v1", *LOGS], {"lookback_days": 1})
    process = start(file)
    written = []
    for i in range(90):
        urn = make_dataset(f"d{i}")
        tag(urn, "t")
        written.append(urn)
        time.sleep(0.1)
        if i in (40, 65):
            eventually(lambda: check(any(of(urn) for urn in written), "nothing came"), secs=DAY_READ)
            stop(process, signal.SIGKILL)
            process = start(file)
    try:
        eventually(lambda: check(bool(of(written[-1])), "the last one did not come"), secs=DAY_READ)
        eventually(lambda: equal(missing(written), [], "missing"), secs=20)
    finally:
        stop(process)


def missing(written):
    """Missing events of the datasets: creation and tag, as change events and in the change log."""
    seen = {
        (e.get("entityUrn"), e.get("operation") or e["aspectName"]) for e in received("events.jsonl")
    }
    wanted = ("CREATE", "ADD", "datasetKey", "datasetProperties", "globalTags")
    return [(urn, part) for urn in written for part in wanted if (urn, part) not in seen]


@flow("actions.resumes_where_it_stopped", "actions")
def actions_stopped():
    first = make_dataset("first")
    process = start(pipeline("stopped", to_file(), source={"lookback_days": 1}))
    eventually(lambda: check(bool(of(first)), "nothing came"), secs=DAY_READ)
    time.sleep(3)
    stop(process)
    while_down = make_dataset("down")
    # Without a lookback, only the offset stored at its stop determines where it resumes.
    process = start(pipeline("stopped", to_file("later.jsonl")))
    try:
        eventually(lambda: check(bool(of(while_down, "later.jsonl")), "nothing came"), secs=DAY_READ)
    finally:
        stop(process)
    equal(of(first, "later.jsonl"), [], "repeated events")


@flow("actions.tags_and_terms_are_propagated", "actions")
def actions_propagation():
    m = models()
    upstream, downstream = make_dataset("up"), make_dataset("down")
    lineage = m.UpstreamLineageClass(
        upstreams=[m.UpstreamClass(dataset=upstream, type=m.DatasetLineageTypeClass.TRANSFORMED)]
    )
    graph().emit_mcp(proposal(downstream, lineage))
    term = f"urn:li:glossaryTerm:{unique('term')}"
    files = [
        pipeline(name, {"type": f"{name}_propagation", "config": only}, source={"lookback_days": 1})
        # Excludes events of other flows.
        for name, only in (("tag", {"tag_prefixes": [unique("pii")]}), ("term", {"target_terms": [term]}))
    ]
    tag(upstream, "pii")
    terms = m.GlossaryTermsClass(
        terms=[m.GlossaryTermAssociationClass(urn=term)],
        auditStamp=m.AuditStampClass(time=0, actor="urn:li:corpuser:datahub"),
    )
    graph().emit_mcp(proposal(upstream, terms))
    processes = [start(file) for file in files]
    try:
        eventually(lambda: equal(tags_of(downstream), [f"urn:li:tag:{unique('pii')}"], "tags"), secs=DAY_READ)
        eventually(lambda: equal(terms_of(downstream), [term], "terms"), secs=DAY_READ)
    finally:
        for process in processes:
            stop(process)


def tags_of(urn):
    aspect = graph().get_aspect(urn, models().GlobalTagsClass)
    return [tag.tag for tag in aspect.tags] if aspect else []


def terms_of(urn):
    aspect = graph().get_aspect(urn, models().GlossaryTermsClass)
    return [term.urn for term in aspect.terms] if aspect else []
