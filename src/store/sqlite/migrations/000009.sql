-- Reports of jobs are kept by person, so that nobody's edits push out those of others. Empty where a job is of no person.
ALTER TABLE job ADD COLUMN owner TEXT NOT NULL DEFAULT '';
UPDATE job SET owner = coalesce(json_extract(report, '$.owner'), '');
CREATE INDEX job_owner ON job (kind, owner, id);
