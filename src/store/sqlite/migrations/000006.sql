-- Reports of jobs started by operators and upgrades. Times are epoch ms.

CREATE TABLE job (
  id       INTEGER PRIMARY KEY,
  kind     TEXT NOT NULL,
  report   TEXT NOT NULL,
  heard_at INTEGER NOT NULL
) STRICT;
