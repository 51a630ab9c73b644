-- What tells a commit from another one of the same number: after a fail-over that lost the last commits their numbers are
-- given again.
ALTER TABLE colophon_change_log ADD COLUMN id uuid;
ALTER TABLE colophon_change_log ALTER COLUMN id SET DEFAULT gen_random_uuid();
ALTER TABLE colophon_state ADD COLUMN last_commit uuid;
