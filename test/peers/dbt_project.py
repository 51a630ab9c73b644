"""The artifacts of a small dbt project: models, sources, a seed, tests with their results, an exposure."""

from pathlib import Path

from support import write

ARTIFACTS = Path(__file__).parent / "fixtures" / "dbt"


def source(name):
    """Copies the artifacts with a project and a database of that name; returns the `source` of a recipe."""
    for artifact in ARTIFACTS.glob("*.json"):
        write(artifact.name, artifact.read_text().replace("shop", name))
    return {
        "type": "dbt",
        "config": {
            "manifest_path": "manifest.json",
            "catalog_path": "catalog.json",
            "sources_path": "sources.json",
            "run_results_paths": ["run_results.json"],
            "target_platform": "postgres",
            "write_semantics": "OVERRIDE",
            "convert_urns_to_lowercase": True,
        },
    }
