-- Same rows as DataHub's table metadata_aspect_v2, but the urn, by far the longest part of the key, is stored once
-- per entity, and an entity's rows are adjacent.

CREATE TABLE entity (
  id             INTEGER PRIMARY KEY,
  urn            TEXT NOT NULL UNIQUE,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  systemmetadata TEXT NOT NULL
) STRICT;

CREATE TABLE aspect_name (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Version 0 is the latest; when it is replaced it gets the next free number.
CREATE TABLE aspect (
  entity_id      INTEGER NOT NULL,
  aspect_id      INTEGER NOT NULL,
  version        INTEGER NOT NULL,
  metadata       TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  sequence       INTEGER NOT NULL,
  internal       TEXT,
  PRIMARY KEY (entity_id, aspect_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE point (
  entity_id      INTEGER NOT NULL,
  aspect_id      INTEGER NOT NULL,
  timestamp      INTEGER NOT NULL,
  point_key      TEXT NOT NULL,
  metadata       TEXT NOT NULL,
  systemmetadata TEXT NOT NULL,
  createdon      INTEGER NOT NULL,
  createdby      TEXT NOT NULL,
  sequence       INTEGER NOT NULL,
  PRIMARY KEY (entity_id, aspect_id, timestamp, point_key)
) STRICT, WITHOUT ROWID;

-- One row per commit: which aspects changed; the values are in the rows with the same sequence.
CREATE TABLE change_log (
  sequence  INTEGER PRIMARY KEY,
  createdon INTEGER NOT NULL,
  createdby TEXT NOT NULL,
  entries   TEXT NOT NULL
) STRICT;
