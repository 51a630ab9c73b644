-- Rows by ingestion run, for listing and rollback. Partial indexes, because most writes name no run.

CREATE INDEX aspect_run ON aspect (json_extract(systemmetadata, '$.runId'), json_extract(systemmetadata, '$.lastObserved'))
WHERE version = 0 AND json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';

CREATE INDEX entity_run ON entity (json_extract(systemmetadata, '$.runId'), json_extract(systemmetadata, '$.lastObserved'))
WHERE json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';

CREATE INDEX point_run ON point (json_extract(systemmetadata, '$.runId'))
WHERE json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';
