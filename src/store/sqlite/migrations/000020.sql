-- What the rows of a large commit have in common is stored once (implied/commit-metadata.ts): such a row has no author, and of its
-- system metadata only what differs. Rows of earlier versions, and of small commits, stay whole.

CREATE TABLE commit_metadata (
  sequence       INTEGER PRIMARY KEY,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  checksum       INTEGER NOT NULL
) STRICT;
