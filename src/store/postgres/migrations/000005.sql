-- The change log becomes a table of partitions in three steps, so that writes go on beside the only one that takes long.
-- First a bound for the commits of the table of today, which only new commits have to prove. It is at least two million
-- commits away: processes of the previous version go on writing.
SET LOCAL lock_timeout = '250ms';
DO $$ BEGIN
  EXECUTE format(
    'ALTER TABLE colophon_change_log ADD CONSTRAINT colophon_change_log_bound CHECK (sequence < %s) NOT VALID',
    (SELECT (last_sequence / 1000000 + CASE last_sequence WHEN 0 THEN 1 ELSE 3 END) * 1000000 FROM colophon_state));
END $$;
