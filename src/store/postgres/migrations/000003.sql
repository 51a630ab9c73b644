-- Reports of jobs started by operators and upgrades, readable by every process. Times are epoch ms.
CREATE TABLE colophon_job (
  id       bigint PRIMARY KEY,
  kind     text NOT NULL,
  report   text NOT NULL,
  heard_at bigint NOT NULL
);
