"""Runs one recipe with DataHub's client and prints its figures as one JSON line.

client-ingest.py RECIPE.json     a recipe
client-ingest.py --warehouse     creates the PostgreSQL database of the peer tests and prints its name
"""

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "test" / "peers"))


class OpenTime:
    """Time with at least one open request; several threads send requests."""

    def __init__(self):
        self.lock, self.open, self.since, self.seconds, self.requests = (
            threading.Lock(),
            0,
            0.0,
            0.0,
            0,
        )

    def __enter__(self):
        with self.lock:
            self.requests += 1
            self.open += 1
            if self.open == 1:
                self.since = time.perf_counter()

    def __exit__(self, *_):
        with self.lock:
            self.open -= 1
            if self.open == 0:
                self.seconds += time.perf_counter() - self.since


def run(recipe):
    import requests
    from datahub.ingestion.run.pipeline import Pipeline

    waiting, send = OpenTime(), requests.Session.send

    def timed(self, request, **settings):
        with waiting:
            return send(self, request, **settings)

    requests.Session.send = timed
    pipeline = Pipeline.create(recipe, report_to=None, no_progress=True)
    began, processor = time.perf_counter(), time.process_time()
    pipeline.run()
    pipeline.raise_from_status(raise_warnings=True)
    return {
        "seconds": round(time.perf_counter() - began, 2),
        "requests": waiting.requests,
        "waitingSeconds": round(waiting.seconds, 2),
        "clientProcessorSeconds": round(time.process_time() - processor, 2),
        "proposals": pipeline.source.get_report().events_produced,
    }


if __name__ == "__main__":
    if sys.argv[1] == "--warehouse":
        from warehouse import make_warehouse

        print(json.dumps({"database": make_warehouse()}))
    else:
        print(json.dumps(run(json.loads(Path(sys.argv[1]).read_text()))))
