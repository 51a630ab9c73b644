-- Live definitions by qualified name, and the few generations that have ended.

CREATE INDEX property_generation_name ON property_generation (qualified_name) WHERE ended IS NULL;
CREATE INDEX property_generation_ended ON property_generation (property_urn, generation) WHERE ended IS NOT NULL;
