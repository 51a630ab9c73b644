-- Checksum of each version of an aspect (row-checksum.ts), so that damage of the file is noticed. Rows of former versions have none and
-- count as valid; they get one when they are written again.
ALTER TABLE aspect ADD COLUMN checksum INTEGER;
