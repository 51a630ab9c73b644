-- What each ingestion run left behind, so that a run can be listed and rolled back. Most writes name no run, and those
-- are in none of the indexes.

CREATE INDEX aspect_run ON aspect (json_extract(systemmetadata, '$.runId'), json_extract(systemmetadata, '$.lastObserved'))
WHERE version = 0 AND json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';

CREATE INDEX entity_run ON entity (json_extract(systemmetadata, '$.runId'), json_extract(systemmetadata, '$.lastObserved'))
WHERE json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';

CREATE INDEX point_run ON point (json_extract(systemmetadata, '$.runId'))
WHERE json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';
