"""Ingestion from a file, in every mode of the sink."""

import json
import re
import time

from support import (
    SERVER,
    TOKEN,
    all_json,
    assign,
    check,
    dataset_urn,
    define,
    equal,
    eventually,
    flow,
    graph,
    make_dataset,
    models,
    proposal,
    run_datahub,
    unique,
    values,
    write,
)


def mcp_file(n=2, prop=None, val="ok", f="in.json", platform="mysql"):
    recs = []
    for i in range(n):
        u = dataset_urn(f"ing{i}", platform)
        add = lambda name, v: recs.append(
            {
                "entityType": "dataset",
                "entityUrn": u,
                "changeType": "UPSERT",
                "aspectName": name,
                "aspect": {"json": v},
            }
        )
        add(
            "datasetProperties",
            {"name": unique(f"ing{i}"), "customProperties": {"k": "v"}, "tags": []},
        )
        add(
            "ownership",
            {
                "owners": [{"owner": "urn:li:corpuser:jdoe", "type": "DATAOWNER"}],
                "lastModified": {"time": 0, "actor": "urn:li:corpuser:x"},
            },
        )
        add("globalTags", {"tags": [{"tag": "urn:li:tag:a"}]})
        add(
            "schemaMetadata",
            {
                "schemaName": "s",
                "platform": f"urn:li:dataPlatform:{platform}",
                "version": 0,
                "hash": "",
                "platformSchema": {"com.linkedin.schema.OtherSchema": {"rawSchema": ""}},
                "fields": [
                    {
                        "fieldPath": "id",
                        "type": {"type": {"com.linkedin.schema.NumberType": {}}},
                        "nativeDataType": "int",
                        "nullable": False,
                        "recursive": False,
                    }
                ],
            },
        )
        if prop:
            add(
                "structuredProperties",
                {"properties": [{"propertyUrn": prop, "values": [{"string": val}]}]},
            )
    write(f, recs)
    return [dataset_urn(f"ing{i}", platform) for i in range(n)]


def recipe(
    mode="SYNC",
    endpoint=None,
    f="in.json",
    name="r.yaml",
    run_id=None,
    pipeline=None,
    stateful=False,
    sink_extra=None,
):
    c = {
        "server": SERVER,
        "mode": mode,
        **({"token": TOKEN} if TOKEN else {}),
        **({"endpoint": endpoint} if endpoint else {}),
        "retry_max_times": 1,
        **(sink_extra or {}),
    }
    r = {
        "source": {"type": "file", "config": {"path": f}},
        "sink": {"type": "datahub-rest", "config": c},
    }
    if stateful:
        r["source"]["config"]["stateful_ingestion"] = {
            "enabled": True,
            "remove_stale_metadata": True,
            "fail_safe_threshold": 100.0,
        }
    if run_id:
        r["run_id"] = run_id
    if pipeline:
        r["pipeline_name"] = pipeline
    return write(name, json.dumps(r))


def check_ingested(us, prop=None, secs=20):
    def c():
        for u in us:
            g = graph()
            p = g.get_aspect(u, models().DatasetPropertiesClass)
            check(p and p.customProperties == {"k": "v"}, f"datasetProperties of {u}: {p}")
            s = g.get_aspect(u, models().SchemaMetadataClass)
            check(s and s.fields[0].fieldPath == "id", "schemaMetadata")
            equal(g.get_aspect(u, models().OwnershipClass).owners[0].owner, "urn:li:corpuser:jdoe")
            if prop:
                equal(values(u), {prop: ["ok"]}, "structured property values")

    eventually(c, secs)


def register(mode, endpoint):
    protocol = (endpoint or "restli").lower()

    @flow(f"cli.ingest_file_{mode.lower()}_{protocol}", "ingest")
    def ingest_file():
        k = define("i")
        us = mcp_file(3, k)
        p = run_datahub("ingest", "-c", recipe(mode, endpoint), "--no-progress")
        check("Pipeline finished successfully" in p.all, p.all[-800:])
        check_ingested(us, k)


for sink_mode in ("SYNC", "ASYNC", "ASYNC_BATCH"):
    register(sink_mode, None)
    register(sink_mode, "OPENAPI")


@flow("cli.ingest_default_sink_env", "ingest")
def cli_ingest_default_sink_env():
    us = mcp_file(1)
    run_datahub(
        "ingest",
        "-c",
        write("r.yaml", json.dumps({"source": {"type": "file", "config": {"path": "in.json"}}})),
    )
    check_ingested(us)


@flow("cli.ingest_mcps_command", "ingest")
def cli_ingest_mcps_command():
    us = mcp_file(1)
    run_datahub("ingest", "mcps", "in.json")
    check_ingested(us)


@flow("cli.ingest_mce_snapshot", "ingest")
def cli_ingest_mce_snapshot():
    for mode in ("SYNC", "ASYNC_BATCH"):
        u = dataset_urn("mce" + mode)
        write(
            "in.json",
            [
                {
                    "proposedSnapshot": {
                        "com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot": {
                            "urn": u,
                            "aspects": [
                                {
                                    "com.linkedin.pegasus2avro.dataset.DatasetProperties": {
                                        "customProperties": {"k": "v"},
                                        "description": "d",
                                        "tags": [],
                                    }
                                },
                                {
                                    "com.linkedin.pegasus2avro.common.GlobalTags": {
                                        "tags": [{"tag": "urn:li:tag:m"}]
                                    }
                                },
                            ],
                        }
                    }
                }
            ],
        )
        run_datahub("ingest", "-c", recipe(mode))
        eventually(lambda: equal(graph().get_dataset_properties(u).description, "d"))
        equal([t.tag for t in graph().get_tags(u).tags], ["urn:li:tag:m"])


@flow("cli.ingest_patch_and_delete_records", "ingest")
def cli_ingest_patch_and_delete_records():
    k, u = define("i"), make_dataset("p")
    assign(u, {k: "old"})
    dead = make_dataset("dead")
    write(
        "in.json",
        [
            {
                "entityType": "dataset",
                "entityUrn": u,
                "changeType": "PATCH",
                "aspectName": "structuredProperties",
                "aspect": {
                    "contentType": "application/json-patch+json",
                    "value": json.dumps(
                        {
                            "arrayPrimaryKeys": {"properties": ["propertyUrn"]},
                            "patch": [
                                {
                                    "op": "add",
                                    "path": "/properties/" + k,
                                    "value": {"propertyUrn": k, "values": [{"string": "new"}]},
                                }
                            ],
                        }
                    ),
                },
            },
            {
                "entityType": "dataset",
                "entityUrn": dead,
                "changeType": "DELETE",
                "aspectName": "datasetKey",
                "aspect": None,
            },
        ],
    )
    run_datahub("ingest", "-c", recipe("SYNC"))
    equal(values(u), {k: ["new"]})
    check(not graph().exists(dead), "DELETE record did not delete")


@flow("cli.ingest_invalid_value_reported", "ingest")
def cli_ingest_invalid_value_reported():
    # NB in SYNC mode this client logs the error but does not count it as a failure (exit 0); in the async modes it exits 1.
    k = define("i", allowed=["ok"])
    for i, (mode, ep) in enumerate(
        (m, e) for m in ("SYNC", "ASYNC", "ASYNC_BATCH") for e in ("RESTLI", "OPENAPI")
    ):
        us = mcp_file(1, k, val="not-allowed", platform=f"inv{i}")
        p = run_datahub(
            "ingest",
            "-c",
            recipe(mode, ep),
            "--no-progress",
            expect=None if mode == "SYNC" else "fail",
        )
        check(
            "failed to write record" in p.all
            and re.search(r"Unable to emit metadata to DataHub GMS: (?!None)\S", p.all),
            f"{mode} {ep}: no usable rejection message: {p.all[-500:]}",
        )
        check(
            mode == "SYNC" or re.search(r"Pipeline finished with at least \d+ failures", p.all),
            f"{mode} {ep}: {p.all[-300:]}",
        )
        equal(values(us[0]), {}, f"stored after rejection ({mode} {ep})")
        if mode == "SYNC":
            check(
                graph().get_dataset_properties(us[0]) is not None,
                "the valid aspects of the same file must be stored",
            )


@flow("cli.ingest_stateful_stale_removal", "ingest", 240)
def cli_ingest_stateful_stale_removal():
    us = mcp_file(3)
    pn = unique("pipe")
    run_datahub("ingest", "-c", recipe("SYNC", pipeline=pn, stateful=True), "--no-progress")
    check_ingested(us)
    mcp_file(2)
    p = run_datahub("ingest", "-c", recipe("SYNC", pipeline=pn, stateful=True), "--no-progress")
    st = lambda u: (lambda s: bool(s and s.removed))(graph().get_aspect(u, models().StatusClass))
    eventually(
        lambda: equal(
            [st(u) for u in us], [False, False, True], "soft-deleted flags after the 2nd run"
        )
    )
    check("soft_deleted_stale_entities" in p.all, p.all[-300:])
    o = run_datahub("state", "inspect", "--pipeline-name", pn, "--platform", "default")
    equal(sorted(all_json(o.out)[0]), sorted(us[:2]))
    mcp_file(3)
    run_datahub("ingest", "-c", recipe("ASYNC_BATCH", pipeline=pn, stateful=True), "--no-progress")
    eventually(
        lambda: equal([st(u) for u in us], [False, False, False], "third run brings it back")
    )


@flow("cli.ingest_report_entities", "ingest")
def cli_ingest_report_entities():
    mcp_file(1)
    rid = unique("run")
    pn = unique("pn")
    run_datahub("ingest", "-c", recipe("SYNC", run_id=rid, pipeline=pn), "--no-progress")
    u = f"urn:li:dataHubExecutionRequest:{rid}"

    def c():
        r = graph().get_aspect(u, models().ExecutionRequestResultClass)
        check(r and r.status == "SUCCESS", r)
        i = graph().get_aspect(u, models().ExecutionRequestInputClass)
        s = graph().get_aspect(i.source.ingestionSource, models().DataHubIngestionSourceInfoClass)
        check(pn in s.name, s)

    eventually(c)


@flow("cli.ingest_list_show_rollback", "ingest", 240)
def cli_ingest_list_show_rollback():
    old = mcp_file(1)[0]
    run_datahub(
        "ingest",
        "-c",
        recipe("SYNC", run_id=unique("run1")),
        "--no-progress",
        "--no-default-report",
    )
    m = models()
    graph().emit_mcp(
        proposal(
            old,
            m.DatasetPropertiesClass(name="first", customProperties={"a": "1"}),
            systemMetadata=m.SystemMetadataClass(
                runId=unique("run0"), lastObserved=int(time.time() * 1000)
            ),
        )
    )
    us = mcp_file(2)
    rid = unique("run2")
    run_datahub("ingest", "-c", recipe("SYNC", run_id=rid), "--no-progress", "--no-default-report")
    eventually(lambda: check(rid in run_datahub("ingest", "list-runs").out, "run not in list-runs"))
    o = run_datahub("ingest", "show", "--run-id", rid).out
    check(us[1] in o.replace("\n", "") and "schemaMetadata" in o, o[-400:])
    run_datahub("ingest", "show", "--run-id", rid, "--show-aspect")
    p = run_datahub("ingest", "rollback", "--run-id", rid, "--dry-run")
    check(
        re.search(r"will delete [12] entities and will roll back [1-9]\d* aspects", p.all),
        p.all[-500:],
    )
    check(graph().get_dataset_properties(us[1]), "dry run reverted something")
    p = run_datahub("ingest", "rollback", "--run-id", rid, "--force")
    check(
        re.search(r"deleted [12] entities and rolled back [1-9]\d* aspects", p.all)
        and us[1] in p.all.replace("\n", ""),
        p.all[-400:],
    )

    def gone():
        st = graph().get_aspect(us[1], m.StatusClass)
        check(
            not graph().exists(us[1]) or (st and st.removed),
            "default (safe) rollback must at least soft-delete an entity created by the run",
        )
        check(graph().get_dataset_properties(us[1]) is None, "aspect of the run is still there")

    eventually(gone)
    check(graph().exists(old), "older entity must stay")
    equal(
        graph().get_dataset_properties(old).customProperties,
        {"a": "1"},
        "aspect reverted to the previous run",
    )
    u3 = mcp_file(1, platform="nuke")[0]
    run_datahub(
        "ingest",
        "-c",
        recipe("SYNC", run_id=unique("run3")),
        "--no-progress",
        "--no-default-report",
    )
    eventually(lambda: check(unique("run3") in run_datahub("ingest", "list-runs").out, "run3"))
    run_datahub("ingest", "rollback", "--run-id", unique("run3"), "--nuke", "--force")
    eventually(lambda: check(not graph().exists(u3), "--nuke must delete the entity"))


@flow("cli.ingest_deploy_and_list_source_runs", "extra")
def cli_ingest_deploy_and_list_source_runs():
    mcp_file(1)
    p = run_datahub("ingest", "deploy", "-n", unique("src"), "-c", recipe("SYNC"))
    check("Successfully wrote data ingestion source" in p.all, p.all[-300:])
    eventually(lambda: check(run_datahub("ingest", "list-source-runs").rc == 0, ""))
