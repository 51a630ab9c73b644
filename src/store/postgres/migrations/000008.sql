-- Autovacuum waits until a fifth of a table is dead rows. Above ten million of them that saves nothing: 64 MB of memory,
-- the default, hold eleven million, so a vacuum of more reads all indexes once for each eleven million. From fifty million
-- rows on a table is therefore vacuumed after ten million. A fixed number would be too high for smaller tables, and the
-- setting that only is a limit exists from PostgreSQL 18 on. So each start calls this function, and tables that have their
-- own settings keep them.
CREATE FUNCTION colophon_bound_autovacuum() RETURNS void LANGUAGE plpgsql SET lock_timeout = '250ms' AS $$
DECLARE
  large regclass;
BEGIN
  FOR large IN
    SELECT c.oid FROM pg_class c
    WHERE c.relkind = 'r' AND c.reltuples >= 50000000
      AND NOT coalesce(c.reloptions::text ~ 'autovacuum_vacuum_(scale_factor|threshold)', false)
      AND EXISTS (
        SELECT FROM unnest(ARRAY['metadata_aspect_v2', 'colophon_aspect', 'colophon_entity', 'colophon_point']::regclass[]) t
        WHERE t = c.oid OR EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = t AND i.inhrelid = c.oid))
  LOOP
    BEGIN
      EXECUTE format(
        'ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000000,
           autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000000)', large);
    EXCEPTION WHEN lock_not_available OR insufficient_privilege THEN
      -- A VACUUM runs, or the table belongs to DataHub's role. The next start tries again.
      RAISE WARNING 'autovacuum of % keeps its settings: %', large, SQLERRM;
    END;
  END LOOP;
END $$;
