-- Reads the whole log. Neither reads nor writes wait for it.
ALTER TABLE colophon_change_log VALIDATE CONSTRAINT colophon_change_log_bound;
