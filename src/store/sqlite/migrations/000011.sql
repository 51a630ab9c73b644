-- The commit that created an entity; 0: by a version that did not record it, and no earlier entity of the urn is known. What
-- former entities of the urn were is judged as what does not exist any more.

ALTER TABLE entity ADD COLUMN createdin INTEGER NOT NULL DEFAULT 0;
UPDATE entity SET createdin = former.last
FROM (
  SELECT e.id, max(d.deleted) AS last FROM deleted_aspect d JOIN entity e ON e.urn = d.urn
  WHERE d.deletedon <= e.createdon GROUP BY e.id
) AS former
WHERE former.id = entity.id;
