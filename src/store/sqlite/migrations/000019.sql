-- Entities are found by a hash of the urn (urn-columns.ts), entities of a type by the type, and columns, which are looked up by
-- their holder, by the urn. The index on all urns was larger than the table, and most of what an ingestion wrote to the disk.
-- That no two entities have one urn rests on the decisions, which look the urn up.

ALTER TABLE catalog ADD COLUMN urn_seed INTEGER NOT NULL DEFAULT 0;
UPDATE catalog SET urn_seed = random() & 4294967295;

CREATE TABLE entity_hashed (
  id             INTEGER PRIMARY KEY,
  urn            TEXT NOT NULL,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  createdin      INTEGER NOT NULL DEFAULT 0,
  checksum       INTEGER,
  urn_hash       INTEGER NOT NULL
) STRICT;
INSERT INTO entity_hashed
SELECT id, urn, createdon, createdby, systemmetadata, createdin, checksum, colophon_urn_hash(urn) FROM entity;
DROP TABLE entity;
ALTER TABLE entity_hashed RENAME TO entity;
CREATE INDEX entity_hash ON entity (urn_hash);
CREATE INDEX entity_type ON entity (substr(urn, 8, instr(substr(urn, 8), ':') - 1));
CREATE INDEX entity_column ON entity (urn) WHERE urn >= 'urn:li:schemaField:' AND urn < 'urn:li:schemaField;';
CREATE INDEX entity_run ON entity (json_extract(systemmetadata, '$.runId'), json_extract(systemmetadata, '$.lastObserved'))
WHERE json_extract(systemmetadata, '$.runId') <> 'no-run-id-provided';
