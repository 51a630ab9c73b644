/** Fields of `EntityPrivileges` with their privileges; any one of them suffices. EDIT_ENTITY implies all fields. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  canManageEntity: ['EDIT_ENTITY'],
  canManageChildren: ['MANAGE_GLOSSARIES', 'MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'],
  canEditLineage: ['EDIT_LINEAGE'],
  canEditEmbed: ['EDIT_ENTITY_EMBED'],
  canEditQueries: ['EDIT_ENTITY_QUERIES'],
  canEditSchemaFieldTags: ['EDIT_DATASET_COL_TAGS'],
  canEditSchemaFieldGlossaryTerms: ['EDIT_DATASET_COL_GLOSSARY_TERMS'],
  canEditSchemaFieldDescription: ['EDIT_DATASET_COL_DESCRIPTION'],
  canEditTags: ['EDIT_ENTITY_TAGS'],
  canEditGlossaryTerms: ['EDIT_ENTITY_GLOSSARY_TERMS'],
  canEditDescription: ['EDIT_ENTITY_DOCS'],
  canEditLinks: ['EDIT_ENTITY_DOC_LINKS'],
  canEditDomains: ['EDIT_DOMAINS_PRIVILEGE'],
  canEditDataProducts: ['EDIT_ENTITY_DATA_PRODUCTS'],
  canEditOwners: ['EDIT_ENTITY_OWNERS'],
  canEditIncidents: ['EDIT_ENTITY_INCIDENTS'],
  canEditAssertions: ['EDIT_ENTITY_ASSERTIONS'],
  canEditAssertionOwners: ['EDIT_ENTITY_OWNERS', 'EDIT_ENTITY_ASSERTIONS'],
  canEditDeprecation: ['EDIT_DEPRECATION_PRIVILEGE'],
  canEditProperties: ['EDIT_ENTITY_PROPERTIES'],
  canManageAssetSummary: ['MANAGE_ASSET_SUMMARY'],
};

/** Fields of `EntityPrivileges` that EDIT_ENTITY does not imply. */
const VIEWING: Readonly<Record<string, readonly string[]>> = {
  canViewDatasetUsage: ['VIEW_DATASET_USAGE'],
  canViewDatasetProfile: ['VIEW_DATASET_PROFILE'],
  canViewDatasetOperations: ['VIEW_DATASET_OPERATIONS'],
};

/** `EntityPrivileges` of a caller with these privileges on an entity. */
export function entityPrivileges(held: readonly string[]): Record<string, boolean> {
  const names = new Set(held);
  const mayEdit = names.has('EDIT_ENTITY');
  const holds = (privileges: readonly string[]): boolean => privileges.some((name) => names.has(name));
  const members: Record<string, boolean> = {};
  for (const [member, privileges] of Object.entries(RIGHTS)) members[member] = mayEdit || holds(privileges);
  for (const [member, privileges] of Object.entries(VIEWING)) members[member] = holds(privileges);
  return members;
}
