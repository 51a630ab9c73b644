-- Aspects that were deleted with all their versions, so that the deletion can be undone, and the time before it be read, for a while.
-- `deleted` is the sequence of the commit; times are epoch ms.
CREATE TABLE colophon_deleted_aspect (
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
CREATE INDEX colophon_deleted_aspect_time ON colophon_deleted_aspect (deletedon);
