-- audit_entity is written late, in sorted bulk, because its rows lie far apart: it covers the events up to this one.
-- Rows of later events may be there already; readers search these events themselves.

CREATE TABLE audit_indexed (
  up_to INTEGER NOT NULL
) STRICT;

INSERT INTO audit_indexed SELECT coalesce(max(id), 0) FROM audit_event;
