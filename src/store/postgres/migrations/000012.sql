-- Migration 10 had a text without `version` for a day; hard deletions failed in a database that ran it. Such rows are of the
-- last version, 0. The join adds the column where the table lacks it, and nothing where it has it.
CREATE TABLE colophon_deleted_aspect_whole (
  urn            text COLLATE "C" NOT NULL,
  deleted        bigint NOT NULL,
  aspect         varchar(200) NOT NULL,
  version        bigint NOT NULL,
  deletedon      bigint NOT NULL,
  deletedby      text NOT NULL,
  metadata       text NOT NULL,
  systemmetadata text NOT NULL,
  createdon      bigint NOT NULL,
  createdby      text NOT NULL,
  sequence       bigint NOT NULL,
  internal       text,
  PRIMARY KEY (urn, deleted, aspect, version)
);
INSERT INTO colophon_deleted_aspect_whole
SELECT urn, deleted, aspect, version, deletedon, deletedby, metadata, systemmetadata, createdon, createdby, sequence, internal
FROM colophon_deleted_aspect NATURAL LEFT JOIN (SELECT 0::bigint AS version) AS former;
DROP TABLE colophon_deleted_aspect;
ALTER TABLE colophon_deleted_aspect_whole RENAME TO colophon_deleted_aspect;
ALTER INDEX colophon_deleted_aspect_whole_pkey RENAME TO colophon_deleted_aspect_pkey;
CREATE INDEX colophon_deleted_aspect_time ON colophon_deleted_aspect (deletedon);
