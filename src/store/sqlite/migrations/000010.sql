-- Aspects that were deleted with all their versions, as they were, so that the deletion can be undone for some time.
-- `deleted` is the sequence of the commit, `deletedon` its time in epoch ms.

CREATE TABLE deleted_aspect (
  urn            TEXT NOT NULL,
  deleted        INTEGER NOT NULL,
  aspect_id      INTEGER NOT NULL,
  deletedon      INTEGER NOT NULL,
  deletedby      TEXT NOT NULL,
  metadata       TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  sequence       INTEGER NOT NULL,
  internal       TEXT,
  PRIMARY KEY (urn, deleted, aspect_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_aspect_time ON deleted_aspect (deletedon);
