-- Audit log. The changes of a commit are in its change_log row; `subjects` names the entities of other events
-- (refusals, reads), and `details` holds everything that is not searched.

CREATE TABLE audit_event (
  id       INTEGER PRIMARY KEY,
  time     INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  actor    TEXT,
  sequence INTEGER,
  subjects TEXT,
  details  TEXT NOT NULL
) STRICT;

CREATE INDEX audit_event_time ON audit_event (time);
CREATE INDEX audit_event_actor ON audit_event (actor, time);
-- Everything but changes: rare, and searched for most.
CREATE INDEX audit_event_not_change ON audit_event (time) WHERE kind <> 'change';

CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE ON audit_event
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

-- Events by entity. The hash keeps the table small; readers compare the urns.
CREATE TABLE audit_entity (
  urn_hash INTEGER NOT NULL,
  time     INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  PRIMARY KEY (urn_hash, time, event_id)
) STRICT, WITHOUT ROWID;
