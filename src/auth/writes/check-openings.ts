import { subjectFields } from '../../query/visibility/subject-fields.ts';

/**
 * Parts of an entity that a check of the privilege on it opens besides the aspects in `ASPECT_RIGHTS`: an aspect, and
 * optionally the path that every operation of a patch must be at or below. `*` is any element.
 */
export const OPENED_PARTS: Readonly<Record<string, readonly string[]>> = {
  // One aspect holds tags, terms and descriptions of all columns.
  EDIT_DATASET_COL_TAGS: ['editableSchemaMetadata/editableSchemaFieldInfo/*/globalTags'],
  EDIT_DATASET_COL_GLOSSARY_TERMS: ['editableSchemaMetadata/editableSchemaFieldInfo/*/glossaryTerms'],
  EDIT_DATASET_COL_DESCRIPTION: [
    'editableSchemaMetadata/editableSchemaFieldInfo/*/description',
    'editableSchemaMetadata/lastModified',
  ],
  EDIT_ENTITY_DOCS: [
    'applicationProperties/description',
    'businessAttributeInfo/description',
    'dataProductProperties/description',
    'domainProperties/description',
    'glossaryNodeInfo/definition',
    'glossaryTermInfo/definition',
    'tagProperties/description',
  ],
  // Answers of forms are property values.
  EDIT_ENTITY_PROPERTIES: ['forms/completedForms', 'forms/incompleteForms', 'forms/verifications'],
  EDIT_LINEAGE: ['chartInfo', 'dashboardInfo'],
  EDIT_TAG_COLOR: ['tagProperties/colorHex'],
};

/** What checks open of the entities of one type. */
export interface OpenedType {
  /** One of them must be checked on each subject of the entity. */
  readonly privileges: readonly string[];
  /** Aspect and search fields that name the subjects; `dataset`: that of the column; absent: there are none. */
  readonly subjects?: { readonly aspectName: string; readonly fields: readonly string[] } | 'dataset';
  /** Whether a check on the entity itself counts when it has no subjects. */
  readonly countsOnItself?: boolean;
  readonly aspects: readonly string[];
  /** Further aspects that a new entity may have. */
  readonly newAspects?: readonly string[];
  readonly isRemovable?: boolean;
}

/** A term or node in the glossary; its subject is its parent node. */
function glossaryPart(infoAspect: string, ...others: readonly string[]): OpenedType {
  return {
    privileges: ['MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'],
    subjects: { aspectName: infoAspect, fields: ['parentNode'] },
    aspects: [infoAspect, 'institutionalMemory', 'displayProperties', ...others],
    newAspects: ['ownership'],
    isRemovable: true,
  };
}

/** Types whose entities belong to others, their subjects: checks on those open them. */
export const OPENED_TYPES: Readonly<Record<string, OpenedType>> = {
  assertion: {
    privileges: ['EDIT_ENTITY_ASSERTIONS'],
    subjects: { aspectName: 'assertionInfo', fields: subjectFields('assertion') },
    countsOnItself: true,
    aspects: ['assertionInfo', 'assertionRunEvent', 'dataPlatformInstance'],
    isRemovable: true,
  },
  dataContract: {
    privileges: ['EDIT_ENTITY_DATA_CONTRACT'],
    subjects: { aspectName: 'dataContractProperties', fields: subjectFields('dataContract') },
    aspects: ['dataContractProperties', 'dataContractStatus'],
  },
  dataProduct: {
    privileges: ['MANAGE_DATA_PRODUCTS'],
    subjects: { aspectName: 'domains', fields: ['domains'] },
    aspects: ['dataProductProperties'],
    newAspects: ['domains', 'ownership'],
    isRemovable: true,
  },
  document: {
    privileges: ['EDIT_ENTITY_DOCS'],
    countsOnItself: true,
    aspects: ['documentInfo', 'documentSettings', 'subTypes'],
  },
  glossaryNode: glossaryPart('glossaryNodeInfo'),
  glossaryTerm: glossaryPart('glossaryTermInfo', 'glossaryRelatedTerms'),
  incident: {
    privileges: ['EDIT_ENTITY_INCIDENTS'],
    subjects: { aspectName: 'incidentInfo', fields: subjectFields('incident') },
    aspects: ['incidentInfo'],
  },
  query: {
    privileges: ['EDIT_ENTITY_QUERIES'],
    subjects: { aspectName: 'querySubjects', fields: subjectFields('query') },
    countsOnItself: true,
    aspects: ['queryProperties', 'querySubjects'],
    isRemovable: true,
  },
  schemaField: {
    privileges: ['EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE', 'EDIT_ENTITY'],
    subjects: 'dataset',
    aspects: ['businessAttributes', 'logicalParent'],
  },
};

/** A check of the privilege on assets opens their membership of data products: `assets/<urn>` in the aspect. */
export const OPENED_MEMBERSHIP = {
  privilege: 'EDIT_ENTITY_DATA_PRODUCTS',
  entityType: 'dataProduct',
  aspectName: 'dataProductProperties',
  member: 'assets',
} as const;
