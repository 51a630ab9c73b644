-- The identity of the catalog, which tells the cursors of its change feed from those of others. Copies of the database and `migrate`
-- keep it.
CREATE TABLE colophon_catalog (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  id       text NOT NULL
);
INSERT INTO colophon_catalog (only_row, id) VALUES (1, 'catalog:' || replace(gen_random_uuid()::text, '-', ''));
