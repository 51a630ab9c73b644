-- Checksums of all rows that hold metadata (damage/checked-tables.ts). Rows of former versions have none until an update step adds it;
-- deleted aspects keep that of the aspect, which covers the number of the entity: 0 if a copy wrote the row.
ALTER TABLE entity ADD COLUMN checksum INTEGER;
ALTER TABLE point ADD COLUMN checksum INTEGER;
ALTER TABLE deleted_aspect ADD COLUMN entity_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deleted_aspect ADD COLUMN checksum INTEGER;
