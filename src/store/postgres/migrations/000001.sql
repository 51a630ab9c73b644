-- DataHub's table as DataHub creates it, unless it exists: either program can open the other's database.
CREATE TABLE IF NOT EXISTS metadata_aspect_v2 (
  urn            varchar(500) NOT NULL,
  aspect         varchar(200) NOT NULL,
  version        bigint NOT NULL,
  metadata       text NOT NULL,
  systemmetadata text,
  createdon      timestamp NOT NULL,
  createdby      varchar(255) NOT NULL,
  createdfor     varchar(255),
  CONSTRAINT pk_metadata_aspect_v2 PRIMARY KEY (urn, aspect, version)
);
CREATE INDEX IF NOT EXISTS timeIndex ON metadata_aspect_v2 (createdon);

-- Counters for the next commit. Every commit locks the row first, so sequences have no gaps and commits become
-- visible in order.
CREATE TABLE colophon_state (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last_sequence    bigint NOT NULL DEFAULT 0,
  last_entity      bigint NOT NULL DEFAULT 0,
  last_audit_event bigint NOT NULL DEFAULT 0,
  -- Rows that DataHub wrote before this time have been adopted.
  adopted_until    timestamp
) WITH (fillfactor = 50);
INSERT INTO colophon_state DEFAULT VALUES;

-- Last group of commits of each process, to find out whether a COMMIT with a lost answer succeeded.
CREATE TABLE colophon_writer (
  id         bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  last_group bigint NOT NULL DEFAULT 0,
  written_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- Times are epoch ms. `run_id` is null for writes without a run id.
CREATE TABLE colophon_entity (
  id             bigint PRIMARY KEY,
  urn            text COLLATE "C" NOT NULL UNIQUE,
  createdon      bigint NOT NULL,
  createdby      text NOT NULL,
  systemmetadata text NOT NULL,
  run_id         text COLLATE "C",
  last_observed  bigint
);
CREATE INDEX colophon_entity_run ON colophon_entity (run_id, last_observed) WHERE run_id IS NOT NULL;

-- One row beside each row of DataHub's table. `createdon` is a copy: a difference means that DataHub has rewritten
-- the row. Only latest versions have a run.
CREATE TABLE colophon_aspect (
  entity_id     bigint NOT NULL,
  aspect        varchar(200) NOT NULL,
  version       bigint NOT NULL,
  sequence      bigint NOT NULL,
  internal      text,
  createdon     timestamp NOT NULL,
  run_id        text COLLATE "C",
  last_observed bigint,
  PRIMARY KEY (entity_id, aspect, version)
);
CREATE INDEX colophon_aspect_run ON colophon_aspect (run_id, last_observed) WHERE run_id IS NOT NULL;
CREATE INDEX colophon_aspect_name ON colophon_aspect (aspect, entity_id) WHERE version = 0;

-- The key of a point may exceed the size of an index entry, so its hash is indexed.
CREATE TABLE colophon_point (
  entity_id      bigint NOT NULL,
  aspect         varchar(200) NOT NULL,
  timestamp      bigint NOT NULL,
  point_key      text COLLATE "C" NOT NULL,
  metadata       text NOT NULL,
  systemmetadata text NOT NULL,
  createdon      bigint NOT NULL,
  createdby      text NOT NULL,
  sequence       bigint NOT NULL,
  run_id         text COLLATE "C"
);
CREATE UNIQUE INDEX colophon_point_key ON colophon_point (entity_id, aspect, timestamp, md5(point_key));
CREATE INDEX colophon_point_time ON colophon_point (aspect, timestamp, entity_id);
CREATE INDEX colophon_point_run ON colophon_point (run_id) WHERE run_id IS NOT NULL;

-- One row per commit: which aspects changed; the values are in the rows with the same sequence.
CREATE TABLE colophon_change_log (
  sequence  bigint PRIMARY KEY,
  createdon bigint NOT NULL,
  createdby text NOT NULL,
  entries   text NOT NULL
);

CREATE TABLE colophon_property_generation (
  property_urn   text COLLATE "C" NOT NULL,
  generation     bigint NOT NULL,
  qualified_name text NOT NULL,
  entity_types   text NOT NULL,
  ended          text,
  removal        text,
  dropped_from   text NOT NULL DEFAULT '[]',
  PRIMARY KEY (property_urn, generation)
);

-- Audit log. The changes of a commit are in its colophon_change_log row.
CREATE TABLE colophon_audit_event (
  id       bigint PRIMARY KEY,
  time     bigint NOT NULL,
  kind     text NOT NULL,
  actor    text,
  sequence bigint,
  subjects text,
  details  text NOT NULL
);
CREATE INDEX colophon_audit_event_time ON colophon_audit_event (time, id);
CREATE INDEX colophon_audit_event_actor ON colophon_audit_event (actor, time, id);
CREATE INDEX colophon_audit_event_not_change ON colophon_audit_event (time, id) WHERE kind <> 'change';

CREATE FUNCTION colophon_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER colophon_audit_event_is_append_only BEFORE UPDATE ON colophon_audit_event
FOR EACH ROW EXECUTE FUNCTION colophon_refuse();

-- Events by entity. The hash keeps the table small; readers compare the urns.
CREATE TABLE colophon_audit_entity (
  urn_hash bigint NOT NULL,
  time     bigint NOT NULL,
  event_id bigint NOT NULL,
  PRIMARY KEY (urn_hash, time, event_id)
);
