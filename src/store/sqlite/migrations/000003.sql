-- Who did what, and who was refused. What a commit changed is told by its row of the change log; `subjects` is what a
-- refused attempt was about, and `details` everything that nobody searches by.

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
-- Few among many changes, and what one looks for.
CREATE INDEX audit_event_not_change ON audit_event (time) WHERE kind <> 'change';

CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE ON audit_event
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

-- Events by entity. The hash keeps the table small; a reader compares the urns.
CREATE TABLE audit_entity (
  urn_hash INTEGER NOT NULL,
  time     INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  PRIMARY KEY (urn_hash, time, event_id)
) STRICT, WITHOUT ROWID;
