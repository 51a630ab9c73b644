-- Live definitions by qualified name, and the few generations that have ended. A name may exceed the size of an entry of
-- a B-tree, so its hash is indexed.
CREATE INDEX colophon_property_generation_name ON colophon_property_generation USING hash (qualified_name)
  WHERE ended IS NULL;
CREATE INDEX colophon_property_generation_ended ON colophon_property_generation (property_urn, generation)
  WHERE ended IS NOT NULL;
