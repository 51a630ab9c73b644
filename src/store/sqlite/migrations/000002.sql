-- Generations of properties: live or ended, progress of removing their values, and where the index has dropped
-- their field.

CREATE TABLE property_generation (
  property_urn   TEXT NOT NULL,
  generation     INTEGER NOT NULL,
  qualified_name TEXT NOT NULL,
  entity_types   TEXT NOT NULL,
  ended          TEXT,
  removal        TEXT,
  dropped_from   TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (property_urn, generation)
) STRICT, WITHOUT ROWID;

INSERT INTO property_generation (property_urn, generation, qualified_name, entity_types)
SELECT e.urn,
       json_extract(a.internal, '$.generation'),
       coalesce(json_extract(a.metadata, '$.qualifiedName'), ''),
       (SELECT json_group_array(replace(replace(t.value, 'urn:li:entityType:', ''), 'datahub.', ''))
          FROM json_each(a.metadata, '$.entityTypes') t)
FROM aspect a
JOIN entity e ON e.id = a.entity_id
JOIN aspect_name n ON n.id = a.aspect_id
WHERE n.name = 'propertyDefinition' AND a.version = 0 AND json_extract(a.internal, '$.generation') IS NOT NULL;
