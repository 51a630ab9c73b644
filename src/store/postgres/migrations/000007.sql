-- The table of today becomes the first partition; the bound that is proven saves reading it again. The row of the state
-- is locked first, as a write does. A read of the log that takes long lets the step fail, and it is tried again.
SET LOCAL lock_timeout = '250ms';
SELECT FROM colophon_state FOR UPDATE;
ALTER TABLE colophon_change_log RENAME TO colophon_change_log_0;
ALTER INDEX colophon_change_log_pkey RENAME TO colophon_change_log_0_pkey;
CREATE TABLE colophon_change_log (LIKE colophon_change_log_0 INCLUDING DEFAULTS, PRIMARY KEY (sequence))
  PARTITION BY RANGE (sequence);
-- Exclusive end of the last partition.
ALTER TABLE colophon_state ADD COLUMN log_room bigint;
UPDATE colophon_state SET log_room = (
  SELECT substring(pg_get_constraintdef(oid) FROM '\d+')::bigint FROM pg_constraint
  WHERE conrelid = 'colophon_change_log_0'::regclass AND conname = 'colophon_change_log_bound');
DO $$ BEGIN
  EXECUTE format(
    'ALTER TABLE colophon_change_log ATTACH PARTITION colophon_change_log_0 FOR VALUES FROM (MINVALUE) TO (%s)',
    (SELECT log_room FROM colophon_state));
END $$;
ALTER TABLE colophon_change_log_0 DROP CONSTRAINT colophon_change_log_bound;

-- Makes the next partition when half of the last one is left, with whichever write comes that far: also with those of
-- processes that know nothing of partitions. Nobody reads or writes less meanwhile, and if the log is locked (ANALYZE
-- does that) a later write makes it, as long as there is room.
CREATE FUNCTION colophon_make_log_room() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  commits_in_each CONSTANT bigint := 1000000;
  made text;
BEGIN
  BEGIN
    LOCK TABLE colophon_change_log IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  EXCEPTION WHEN lock_not_available THEN
    IF NEW.last_sequence + 10000 < NEW.log_room THEN RETURN NEW; END IF;
  END;
  -- A log that is copied here begins wherever it was trimmed.
  NEW.log_room := greatest(NEW.log_room, NEW.last_sequence / commits_in_each * commits_in_each);
  WHILE NEW.log_room <= NEW.last_sequence + commits_in_each / 2 LOOP
    made := 'colophon_change_log_' || NEW.log_room;
    EXECUTE format('CREATE TABLE %I (LIKE colophon_change_log INCLUDING DEFAULTS INCLUDING INDEXES)', made);
    EXECUTE format('ALTER TABLE colophon_change_log ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
                   made, NEW.log_room, NEW.log_room + commits_in_each);
    NEW.log_room := NEW.log_room + commits_in_each;
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER colophon_log_has_room BEFORE UPDATE ON colophon_state
FOR EACH ROW WHEN (NEW.last_sequence + 500000 >= NEW.log_room) EXECUTE FUNCTION colophon_make_log_room();
