"""Ingestion sources of the catalog run by DataHub's executor, started with the output of `colophon executor`."""

import json
import os
import re
import signal
from contextlib import contextmanager
from pathlib import Path

import warehouse
import yaml
from flows.actions import start, stop
from flows.sources.csv_source import write_csv
from support import (
    SERVER,
    TOKEN,
    Skipped,
    check,
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

RUN = """query run($urn: String!) { executionRequest(urn: $urn) {
    input { source { type } } result { status report durationMs structuredReport { type serializedValue } }
} }"""


def pipeline(id):
    """The pipeline that the command prints, with another executor id: flows run at the same time."""
    printed = os.environ.get("PEER_EXECUTOR")
    if not printed:
        raise Skipped("what `colophon executor` prints is not known (PEER_EXECUTOR)")
    config = yaml.safe_load(re.search(r"<<'END'\n(.*)\nEND\n", printed, re.S)[1])
    config["name"] = f"{id}-{unique(id)}"
    config["action"]["config"]["executor_id"] = id
    return write("executor.yaml", yaml.safe_dump(config))


@contextmanager
def executor(how=signal.SIGTERM, id=unique("executor"), token=TOKEN):
    os.environ.update(DATAHUB_GMS_URL=SERVER, DATAHUB_GMS_TOKEN=token or "")
    process = start(pipeline(id))
    try:
        yield process
    finally:
        stop(process, how)


def mutate(field, type, input):
    query = f"mutation m($input: {type}!) {{ {field}(input: $input) }}"
    return graph().execute_graphql(query, {"input": input})[field]


def robot():
    """A token of an actor with the privileges listed in docs/ingestion.md, who may edit entities."""
    m, urn = models(), f"urn:li:corpuser:{unique('robot')}"
    graph().emit_mcp(proposal(urn, m.CorpUserInfoClass(active=True)))
    privileges = {
        "PLATFORM": ["GET_METADATA_CHANGE_LOG_EVENTS", "MANAGE_INGESTION", "MANAGE_SECRETS"],
        "METADATA": ["CREATE_ENTITY", "EDIT_ENTITY"],
    }
    for type, names in privileges.items():
        info = m.DataHubPolicyInfoClass(
            displayName=unique(type),
            description="",
            type=type,
            state="ACTIVE",
            privileges=names,
            actors=m.DataHubActorFilterClass(users=[urn]),
        )
        graph().emit_mcp(proposal(f"urn:li:dataHubPolicy:{unique(type)}", info))
    created = graph().execute_graphql(
        """mutation t($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }""",
        {"input": {"type": "PERSONAL", "actorUrn": urn, "duration": "ONE_DAY", "name": "executor"}},
    )
    return created["createAccessToken"]["accessToken"]


def secret(name, value):
    mutate("createSecret", "CreateSecretInput", {"name": unique(name), "value": value})
    return "${" + unique(name) + "}"


def add_source(source, schedule=None):
    """An ingestion source without a sink: the executor's environment names the catalog."""
    config = {"recipe": json.dumps({"source": source}), "executorId": unique("executor")}
    input = {"name": unique("source"), "type": source["type"], "config": config}
    if schedule:
        input["schedule"] = {"interval": schedule, "timezone": "UTC"}
    return mutate("createIngestionSource", "UpdateIngestionSourceInput", input)


def request(source):
    input = {"ingestionSourceUrn": source}
    return mutate(
        "createIngestionExecutionRequest", "CreateIngestionExecutionRequestInput", input
    )


def result(urn):
    return graph().execute_graphql(RUN, {"urn": urn})["executionRequest"]["result"] or {}


def ended(urn, status, secs=90):
    """The result of a run once it has this status."""
    eventually(lambda: equal(result(urn).get("status"), status, f"status of {urn}"), secs=secs)
    return result(urn)


def said(urn):
    """Everything that the catalog and the executor report about a run."""
    return json.dumps(result(urn)) + Path("actions.out").read_text()


@flow("executor.csv", "actions")
def executor_csv():
    """A run requested before the executor starts; the name of the file is a secret."""
    dataset = make_dataset("d")
    write_csv([dataset])
    hidden = Path(f"hush_{unique('7f3a')}.csv").absolute()
    Path("rows.csv").rename(hidden)
    config = {"filename": secret("file", str(hidden)), "write_semantics": "PATCH"}
    run = request(add_source({"type": "csv-enricher", "config": config}))
    equal(result(run), {}, "result before an executor runs")
    with executor(token=robot()):
        shown = ended(run, "SUCCESS")
        check(shown["durationMs"] > 0, shown)
        check("Pipeline finished successfully" in shown["report"], shown["report"][-800:])
        report = json.loads(shown["structuredReport"]["serializedValue"])
        equal(report["source"]["type"], "csv-enricher", "structured report")
    tags = {tag.tag for tag in graph().get_tags(dataset).tags}
    equal(tags, {"urn:li:tag:csv", "urn:li:tag:row0"}, "tags")
    check(hidden.name not in said(run), "the secret is in a log")


@flow("executor.postgres", "actions", 300)
def executor_postgres():
    """A run with secret credentials, rolled back by its id."""
    database, role = warehouse.make_warehouse(), f"hush_{unique('role')}"
    warehouse.execute(
        database,
        f"create role {role} login; grant usage on schema people to {role};"
        f"grant select on all tables in schema people to {role}",
    )
    source = warehouse.source(database, schema_pattern={"allow": ["^people$"]})
    source["config"]["username"] = secret("role", role)
    test = mutate(
        "createTestConnectionRequest",
        "CreateTestConnectionRequestInput",
        {"recipe": json.dumps({"source": source})},
    )
    run = request(add_source(source))
    # Connection tests go to this executor.
    with executor(id="default"):
        report = json.loads(ended(test, "SUCCESS", 120)["structuredReport"]["serializedValue"])
        check(report["basic_connectivity"]["capable"], report)
    with executor():
        ended(run, "SUCCESS", 200)
    table = f"urn:li:dataset:(urn:li:dataPlatform:postgres,{database}.people.table_000,PROD)"
    check(graph().get_aspect(table, models().SchemaMetadataClass), "the table is not there")
    check(role not in said(run), "the secret is in a log")
    mutate("rollbackIngestion", "RollbackIngestionInput", {"runId": run.split(":")[-1]})
    equal(result(run)["status"], "ROLLED_BACK", "status")
    eventually(lambda: check(not graph().exists(table), "the table is still there"))


def waiting_source():
    """A source that waits until the file `go` exists."""
    files = {name: str(Path(name).absolute()) for name in ("begun", "go")}
    config = {"begun": files["begun"], "until": files["go"]}
    return add_source({"type": "peer_sources.WaitingSource", "config": config})


def begun(times):
    count = Path("begun").read_text().count("begun") if Path("begun").exists() else 0
    equal(count, times, "starts of the source")


@flow("executor.cancelled", "actions")
def executor_cancelled():
    source = waiting_source()
    cancel = lambda run: mutate(
        "cancelIngestionExecutionRequest",
        "CancelIngestionExecutionRequestInput",
        {"ingestionSourceUrn": source, "executionRequestUrn": run},
    )
    early, run = request(source), request(source)
    cancel(early)
    equal(result(early)["status"], "CANCELLED", "status of what has not begun")
    with executor():
        eventually(lambda: begun(1), secs=60)
        equal(result(run)["status"], "RUNNING", "status")
        cancel(run)
        shown = ended(run, "CANCELLED")
        check("Execution was cancelled by request" in shown["report"], shown["report"][:800])
    begun(1)
    check("Cancelled before" in result(early)["report"], result(early))


@flow("executor.killed_and_restarted", "actions", 240)
def executor_killed():
    """A restarted executor repeats the run in which it was killed, and no finished one."""
    dataset = make_dataset("d")
    write_csv([dataset])
    config = {"filename": str(Path("rows.csv").absolute()), "write_semantics": "PATCH"}
    done = request(add_source({"type": "csv-enricher", "config": config}))
    with executor(signal.SIGKILL):
        finished = ended(done, "SUCCESS")
        run = request(waiting_source())
        eventually(lambda: begun(1), secs=60)
    Path("go").touch()
    with executor():
        ended(run, "SUCCESS")
    begun(2)
    equal(result(done), finished, "the run that had ended")


@flow("executor.schedule", "actions", 240)
def executor_schedule():
    """Each minute requests one run."""
    dataset = make_dataset("d")
    write_csv([dataset])
    config = {"filename": str(Path("rows.csv").absolute()), "write_semantics": "PATCH"}
    source = add_source({"type": "csv-enricher", "config": config}, schedule="* * * * *")
    query = """query runs($urn: String!) { ingestionSource(urn: $urn) { executions(start: 0, count: 10) {
        executionRequests { urn input { requestedAt source { type } } } } } }"""
    runs = lambda: graph().execute_graphql(query, {"urn": source})["ingestionSource"]["executions"][
        "executionRequests"
    ]
    with executor():
        eventually(lambda: check(len(runs()) == 2, f"{runs()}"), secs=150)
        requested = runs()
        graph().execute_graphql(
            "mutation d($urn: String!) { deleteIngestionSource(urn: $urn) }", {"urn": source}
        )
        for run in requested:
            equal(run["input"]["source"]["type"], "SCHEDULED_INGESTION_SOURCE", "type")
            ended(run["urn"], "SUCCESS")
    minutes = sorted(run["input"]["requestedAt"] // 60_000 for run in requested)
    equal(minutes[1] - minutes[0], 1, "minutes between two runs")
