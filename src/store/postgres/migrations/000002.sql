-- Distinguishes commits with the same sequence: after a fail-over that lost the last commits, their sequences are
-- reused.
ALTER TABLE colophon_change_log ADD COLUMN id uuid;
ALTER TABLE colophon_change_log ALTER COLUMN id SET DEFAULT gen_random_uuid();
ALTER TABLE colophon_state ADD COLUMN last_commit uuid;
