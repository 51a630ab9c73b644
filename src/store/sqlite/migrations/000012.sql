-- Migration 10 had a text without `version` for a day; a folder that ran it did not open any more. Such rows are of the last
-- version, 0. The join adds the column where the table lacks it, and nothing where it has it.

CREATE TABLE deleted_aspect_whole (
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
  PRIMARY KEY (urn, deleted, aspect_id, version)
) STRICT, WITHOUT ROWID;
INSERT INTO deleted_aspect_whole
SELECT urn, deleted, aspect_id, version, deletedon, deletedby, metadata, systemmetadata, createdon, createdby, sequence, internal
FROM deleted_aspect NATURAL LEFT JOIN (SELECT 0 AS version);
DROP TABLE deleted_aspect;
ALTER TABLE deleted_aspect_whole RENAME TO deleted_aspect;
CREATE INDEX deleted_aspect_time ON deleted_aspect (deletedon);
