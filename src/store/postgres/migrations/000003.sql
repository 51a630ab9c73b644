-- Reports of jobs that operators and upgrades have started, for every process. Times are epoch ms.
CREATE TABLE colophon_job (
  id       bigint PRIMARY KEY,
  kind     text NOT NULL,
  report   text NOT NULL,
  heard_at bigint NOT NULL
);
