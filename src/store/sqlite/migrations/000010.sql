-- Aspects that were deleted with all their versions, so that the deletion can be undone, and the time before it be read, for a while.
-- `deleted` is the sequence of the commit, `deletedon` its time in epoch ms.

CREATE TABLE deleted_aspect (
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
CREATE INDEX deleted_aspect_time ON deleted_aspect (deletedon);
