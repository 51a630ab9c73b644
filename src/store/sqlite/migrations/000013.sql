-- The identity of the catalog, which tells its index and the cursors of its change feed from those of others. Copies of the file and
-- `migrate` keep it. `had_commit_ids`: cursors from PostgreSQL, where the catalog once was, name commits by ids that are not kept.
CREATE TABLE catalog (
  only_row       INTEGER PRIMARY KEY CHECK (only_row = 1),
  id             TEXT NOT NULL,
  had_commit_ids INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO catalog (only_row, id) VALUES (1, 'catalog:' || lower(hex(randomblob(16))));
