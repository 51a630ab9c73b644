-- Reports of jobs are kept by person, so that nobody's edits push out those of others. Empty where a job is of no person.
ALTER TABLE colophon_job ADD COLUMN owner text NOT NULL DEFAULT '';
UPDATE colophon_job SET owner = coalesce(report::json ->> 'owner', '');
CREATE INDEX colophon_job_owner ON colophon_job (kind, owner, id);
