-- Aspects that were deleted with all their versions, as they were, so that the deletion can be undone for some time.
-- `deleted` is the sequence of the commit; times are epoch ms.
CREATE TABLE colophon_deleted_aspect (
  urn            text COLLATE "C" NOT NULL,
  deleted        bigint NOT NULL,
  aspect         varchar(200) NOT NULL,
  deletedon      bigint NOT NULL,
  deletedby      text NOT NULL,
  metadata       text NOT NULL,
  systemmetadata text NOT NULL,
  createdon      bigint NOT NULL,
  createdby      text NOT NULL,
  sequence       bigint NOT NULL,
  internal       text,
  PRIMARY KEY (urn, deleted, aspect)
);
CREATE INDEX colophon_deleted_aspect_time ON colophon_deleted_aspect (deletedon);
