-- The commit that created an entity; 0: by a version that did not record it, and no earlier entity of the urn is known. What
-- former entities of the urn were is judged as what does not exist any more.
ALTER TABLE colophon_entity ADD COLUMN createdin bigint NOT NULL DEFAULT 0;
UPDATE colophon_entity SET createdin = former.last
FROM (
  SELECT e.id, max(d.deleted) AS last FROM colophon_deleted_aspect d JOIN colophon_entity e ON e.urn = d.urn
  WHERE d.deletedon <= e.createdon GROUP BY e.id
) AS former
WHERE former.id = colophon_entity.id;
