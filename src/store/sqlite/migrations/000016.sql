-- Deleted aspects get rows with numbers. As keys of a tree without them, long values were read whole at each comparison of a
-- look-up: some hundred megabytes for one row among fifty of 16 MB.

CREATE TABLE deleted_aspect_numbered (
  urn            TEXT NOT NULL,
  deleted        INTEGER NOT NULL,
  aspect_id      INTEGER NOT NULL,
  version        INTEGER NOT NULL,
  deletedon      INTEGER NOT NULL,
  deletedby      TEXT NOT NULL,
  metadata       TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  sequence       INTEGER NOT NULL,
  internal       TEXT,
  entity_id      INTEGER NOT NULL DEFAULT 0,
  checksum       INTEGER,
  PRIMARY KEY (urn, deleted, aspect_id, version)
) STRICT;
INSERT INTO deleted_aspect_numbered
SELECT urn, deleted, aspect_id, version, deletedon, deletedby, metadata, systemmetadata, createdon, createdby, sequence, internal,
       entity_id, checksum
FROM deleted_aspect;
DROP TABLE deleted_aspect;
ALTER TABLE deleted_aspect_numbered RENAME TO deleted_aspect;
CREATE INDEX deleted_aspect_time ON deleted_aspect (deletedon);
