"""The source `datahub-gc`, which DataHub runs once a day: it must finish, and remove surplus requests."""

from recipes import run_recipe, server_sink
from support import check, equal, flow, graph, models, proposal, unique

# Number of requests of one ingestion source; the collection keeps nine, and reads two at a time.
REQUESTS = 12


def request_execution(number):
    m = models()
    urn = f"urn:li:dataHubExecutionRequest:{unique(f'gc{number}')}"
    source = m.ExecutionRequestSourceClass(
        type="MANUAL_INGESTION_SOURCE",
        ingestionSource=f"urn:li:dataHubIngestionSource:{unique('gc')}",
    )
    asked = m.ExecutionRequestInputClass(
        task="RUN_INGEST", args={}, executorId="default", source=source, requestedAt=1000 + number
    )
    result = m.ExecutionRequestResultClass(status="SUCCESS", startTimeMs=1000 + number)
    graph().emit_mcp(proposal(urn, asked))
    graph().emit_mcp(proposal(urn, result))
    return urn


@flow("ingest.datahub_gc", "sources", 300)
def ingest_datahub_gc():
    urns = [request_execution(number) for number in range(REQUESTS)]
    config = {
        # Entities of other flows are newer.
        "truncate_index_older_than_days": 20_000,
        "dry_run": True,
        "execution_request_cleanup": {
            "keep_history_max_count": 10,
            "batch_read_size": 2,
            "runtime_limit_seconds": 60,
        },
    }
    finished = run_recipe({"type": "datahub-gc", "config": config}, server_sink("SYNC"), "gc")
    check("'ergc_runtime_limit_reached': True" not in finished.all, "scrolled until the time was up")
    kept = [urn for urn in urns if graph().exists(urn)]
    equal(kept, urns[-9:], "execution requests")
