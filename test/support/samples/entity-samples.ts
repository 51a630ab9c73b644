import type { EntityRegistry, EntitySpec } from '../../../src/model/entity-registry.ts';
import { formatUrn, type Urn } from '../../../src/model/urn.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { sampleAspect } from './aspect-values.ts';
import { METRIC_ASPECTS } from './metric-samples.ts';

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
/** System metadata of an ingestion. */
const RUN = { runId: 'sample-run', lastObserved: 1 };
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.sample,PROD)';
const OTHER_DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.other,PROD)';

const ATTRIBUTION = {
  time: 1,
  actor: 'urn:li:corpuser:datahub',
  source: 'urn:li:dataHubAction:a',
  sourceDetail: { a: 'b' },
};
const TAG = { tag: 'urn:li:tag:sample', context: 'why', attribution: ATTRIBUTION };
const TERM = {
  urn: 'urn:li:glossaryTerm:sample',
  actor: 'urn:li:corpuser:datahub',
  context: 'why',
  attribution: ATTRIBUTION,
};
const OWNERSHIP = {
  type: 'CUSTOM',
  typeUrn: 'urn:li:ownershipType:sample',
  source: { type: 'MANUAL', url: 'https://example.org' },
  attribution: ATTRIBUTION,
};
const COLUMN = `urn:li:schemaField:(${DATASET},id)`;
const PROMPT = {
  id: 'prompt',
  lastModified: STAMP,
  fieldAssociations: {
    completedFieldPrompts: [{ fieldPath: 'id', lastModified: STAMP }],
    incompleteFieldPrompts: [{ fieldPath: 'id', lastModified: STAMP }],
  },
};
const FIELD = {
  fieldPath: 'id',
  jsonPath: '$.id',
  nullable: true,
  description: 'text',
  label: 'Id',
  type: { type: { 'com.linkedin.schema.RecordType': {} } },
  nativeDataType: 'struct',
  recursive: false,
  isPartOfKey: true,
  isPartitioningKey: true,
  jsonProps: '{}',
  globalTags: { tags: [TAG] },
  glossaryTerms: { terms: [TERM], auditStamp: STAMP },
};
const VALUES = { propertyUrn: 'urn:li:structuredProperty:sample.property', values: ['text'] };
const FORM = { urn: 'urn:li:form:sample', incompletePrompts: [PROMPT], completedPrompts: [PROMPT] };
const COMPARISON = {
  scope: 'DATASET_COLUMN',
  fields: [COLUMN],
  aggregation: 'MEAN',
  operator: 'BETWEEN',
  parameters: {
    value: { value: '1', type: 'NUMBER' },
    minValue: { value: '1', type: 'NUMBER' },
    maxValue: { value: '2', type: 'NUMBER' },
  },
  nativeType: 'text',
  nativeParameters: { key: 'text' },
  logic: 'text',
};

const COMPARED = { operator: COMPARISON.operator, parameters: COMPARISON.parameters };
const ROWS = { type: 'SQL', sql: 'a > 1' };
const SPEC = { path: 'id', type: 'STRUCT', nativeType: 'struct' };
const SEGMENT = { field: SPEC, transformer: { type: 'NATIVE', nativeType: 'text' } };
const FINE_GRAINED = {
  upstreamType: 'FIELD_SET',
  upstreams: [COLUMN],
  downstreamType: 'FIELD',
  downstreams: [COLUMN],
  query: 'urn:li:query:sample',
  transformOperation: 'text',
  confidenceScore: 0.5,
};
const SCHEMA = {
  schemaName: 'sample',
  platform: 'urn:li:dataPlatform:hive',
  version: 7,
  hash: 'abc',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  primaryKeys: ['id'],
  cluster: 'text',
  dataset: DATASET,
  created: STAMP,
  foreignKeys: [
    { name: 'text', foreignFields: [COLUMN], sourceFields: [COLUMN], foreignDataset: OTHER_DATASET },
  ],
  fields: [FIELD],
};

/** Key fields that are not free text. */
const KEY_PARTS: Readonly<Record<string, string>> = {
  platform: 'urn:li:dataPlatform:hive',
  origin: 'PROD',
  flow: 'urn:li:dataFlow:(airflow,sample,PROD)',
  parent: DATASET,
  entityType: 'dataset',
  fieldPath: 'id',
};

/** Aspects that refer to other entities; samples derived only from their types would be invalid. */
const REFERRING: Readonly<Record<string, JsonObject>> = {
  ...METRIC_ASPECTS,
  globalTags: { tags: [TAG] },
  glossaryTerms: { terms: [TERM], auditStamp: STAMP },
  ownership: {
    owners: [
      { owner: 'urn:li:corpuser:datahub', ...OWNERSHIP },
      { owner: 'urn:li:corpGroup:sample', ...OWNERSHIP },
    ],
    lastModified: STAMP,
  },
  dataHubPageModuleProperties: {
    name: 'text',
    type: 'LINK',
    visibility: { scope: 'GLOBAL' },
    params: {
      linkParams: { linkUrl: 'https://example.org', imageUrl: 'https://example.org', description: 'text' },
      richTextParams: { content: 'text' },
      assetCollectionParams: { assetUrns: [DATASET], dynamicFilterJson: '{}' },
      hierarchyViewParams: {
        assetUrns: [DATASET],
        showRelatedEntities: true,
        relatedEntitiesFilterJson: '{}',
      },
    },
    created: STAMP,
    lastModified: STAMP,
  },
  dataHubPageTemplateProperties: {
    surface: { surfaceType: 'HOME_PAGE' },
    visibility: { scope: 'GLOBAL' },
    rows: [{ modules: ['urn:li:dataHubPageModule:sample'] }],
    assetSummary: {
      summaryElements: [
        {
          elementType: 'STRUCTURED_PROPERTY',
          structuredPropertyUrn: 'urn:li:structuredProperty:sample.property',
        },
      ],
    },
    created: STAMP,
    lastModified: STAMP,
  },
  domains: {
    domains: ['urn:li:domain:sample'],
    domainAssociations: [{ domain: 'urn:li:domain:sample', context: 'why', attribution: ATTRIBUTION }],
  },
  actors: {
    users: [{ user: 'urn:li:corpuser:datahub' }],
    groups: [{ group: 'urn:li:corpGroup:sample' }],
  },
  assetSettings: { assetSummary: { templates: [{ template: 'urn:li:dataHubPageTemplate:sample' }] } },
  dataProductProperties: {
    name: 'Product',
    description: 'text',
    externalUrl: 'https://example.org',
    customProperties: { key: 'text' },
    assets: [{ destinationUrn: DATASET, outputPort: true }],
    parentDataProduct: 'urn:li:dataProduct:outer',
  },
  dashboardInfo: {
    title: 'Dashboard',
    description: 'text',
    externalUrl: 'https://example.org',
    customProperties: { key: 'text' },
    charts: ['urn:li:chart:(sample,sample)'],
    access: 'PUBLIC',
    lastRefreshed: 3,
    lastModified: { created: STAMP, lastModified: STAMP, deleted: STAMP },
  },
  dataHubFileInfo: {
    bucketStorageLocation: { storageBucket: 'text', storageKey: 'text' },
    originalFileName: 'text',
    mimeType: 'text/plain',
    sizeInBytes: 3,
    scenario: 'ASSET_DOCUMENTATION',
    referencedByAsset: DATASET,
    schemaField: COLUMN,
    created: STAMP,
  },
  queryProperties: {
    name: 'Query',
    description: 'text',
    statement: { value: 'select 1', language: 'SQL' },
    source: 'MANUAL',
    origin: DATASET,
    customProperties: { key: 'text' },
    created: STAMP,
    lastModified: STAMP,
  },
  status: {
    removed: true,
    lifecycleStage: 'urn:li:lifecycleStageType:sample.stage',
    lifecycleLastUpdated: STAMP,
  },
  container: { container: 'urn:li:container:outer' },
  dataPlatformInstance: {
    platform: 'urn:li:dataPlatform:hive',
    instance: 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,sample)',
  },
  deprecation: {
    deprecated: true,
    decommissionTime: 2,
    note: 'old',
    actor: 'urn:li:corpuser:datahub',
    replacement: OTHER_DATASET,
  },
  glossaryTermInfo: {
    name: 'Term',
    definition: 'What it means',
    termSource: 'INTERNAL',
    sourceRef: 'ref',
    sourceUrl: 'https://example.org',
    rawSchema: 'text',
    parentNode: 'urn:li:glossaryNode:outer',
    customProperties: { key: 'text' },
  },
  glossaryNodeInfo: {
    name: 'Node',
    definition: 'Group',
    parentNode: 'urn:li:glossaryNode:outer',
    customProperties: { key: 'text' },
  },
  assertionInfo: {
    type: 'DATASET',
    description: 'text',
    externalUrl: 'https://example.org',
    customProperties: { key: 'text' },
    entityUrn: DATASET,
    datasetAssertion: { dataset: DATASET, ...COMPARISON },
    customAssertion: { type: 'text', entity: DATASET, field: COLUMN, ...COMPARISON },
    freshnessAssertion: {
      type: 'DATASET_CHANGE',
      entity: DATASET,
      schedule: {
        type: 'CRON',
        cron: { cron: '0 * * * *', timezone: 'UTC', windowStartOffsetMs: 5 },
        fixedInterval: { unit: 'HOUR', multiple: 2 },
      },
      filter: ROWS,
    },
    volumeAssertion: {
      type: 'ROW_COUNT_TOTAL',
      entity: DATASET,
      filter: ROWS,
      rowCountTotal: COMPARED,
      rowCountChange: { type: 'ABSOLUTE', ...COMPARED },
      incrementingSegmentRowCountTotal: { segment: SEGMENT, ...COMPARED },
      incrementingSegmentRowCountChange: { segment: SEGMENT, type: 'ABSOLUTE', ...COMPARED },
    },
    sqlAssertion: {
      type: 'METRIC',
      entity: DATASET,
      statement: 'select 1',
      changeType: 'ABSOLUTE',
      operator: 'BETWEEN',
      parameters: COMPARISON.parameters,
    },
    fieldAssertion: {
      type: 'FIELD_VALUES',
      entity: DATASET,
      filter: ROWS,
      fieldValuesAssertion: {
        field: SPEC,
        transform: { type: 'LENGTH' },
        ...COMPARED,
        failThreshold: { type: 'COUNT', value: 0 },
        excludeNulls: true,
      },
      fieldMetricAssertion: { field: SPEC, metric: 'NULL_COUNT', ...COMPARED },
    },
    schemaAssertion: { entity: DATASET, compatibility: 'SUPERSET', schema: SCHEMA },
    note: { content: 'text', lastModified: STAMP },
    source: { type: 'EXTERNAL', created: STAMP },
    lastUpdated: STAMP,
  },
  forms: {
    incompleteForms: [FORM],
    completedForms: [FORM],
    verifications: [{ form: 'urn:li:form:sample', lastModified: STAMP }],
  },
  formInfo: {
    name: 'Form',
    description: 'text',
    type: 'VERIFICATION',
    prompts: [
      {
        id: 'prompt',
        title: 'text',
        description: 'text',
        type: 'STRUCTURED_PROPERTY',
        required: true,
        structuredPropertyParams: { urn: 'urn:li:structuredProperty:sample.property' },
      },
    ],
    actors: { owners: true, users: ['urn:li:corpuser:datahub'], groups: ['urn:li:corpGroup:sample'] },
  },
  institutionalMemory: {
    elements: [
      {
        url: 'https://example.org',
        description: 'text',
        createStamp: STAMP,
        updateStamp: STAMP,
        settings: { showInAssetPreview: true },
      },
    ],
  },
  corpUserStatus: { status: 'ACTIVE', lastModified: STAMP },
  dataHubPolicyInfo: {
    displayName: 'text',
    description: 'text',
    type: 'text',
    state: 'text',
    editable: true,
    privileges: ['text'],
    lastUpdatedTimestamp: 30,
    actors: {
      users: ['urn:li:corpuser:datahub'],
      groups: ['urn:li:corpGroup:sample'],
      roles: ['urn:li:dataHubRole:Admin'],
      resourceOwnersTypes: ['urn:li:ownershipType:sample'],
      resourceOwners: true,
      allUsers: true,
      allGroups: true,
    },
    resources: {
      type: 'text',
      resources: ['text'],
      allResources: true,
      filter: {
        criteria: [
          { field: 'URN', values: ['text'], condition: 'EQUALS', structuredPropertyValues: [VALUES] },
        ],
      },
      privilegeConstraints: {
        criteria: [
          {
            field: 'URN',
            values: ['urn:li:tag:sample'],
            condition: 'EQUALS',
            structuredPropertyValues: [VALUES],
          },
        ],
      },
    },
  },
  inputFields: { fields: [{ schemaFieldUrn: COLUMN, schemaField: FIELD }] },
  editableSchemaMetadata: {
    editableSchemaFieldInfo: [
      {
        fieldPath: 'id',
        description: 'text',
        globalTags: { tags: [TAG] },
        glossaryTerms: { terms: [TERM], auditStamp: STAMP },
      },
    ],
  },
  businessAttributeInfo: {
    fieldPath: 'text',
    name: 'text',
    description: 'text',
    customProperties: { key: 'text' },
    type: { type: { 'com.linkedin.schema.StringType': {} } },
    globalTags: { tags: [TAG] },
    glossaryTerms: { terms: [TERM], auditStamp: STAMP },
    created: STAMP,
    lastModified: STAMP,
    deleted: STAMP,
  },
  access: { roles: [{ urn: 'urn:li:role:sample' }] },
  applications: { applications: ['urn:li:application:sample'] },
  browsePathsV2: { path: [{ id: 'outer', urn: 'urn:li:container:outer' }] },
  browsePaths: { paths: ['/prod/hive'] },
  businessAttributes: { businessAttribute: { businessAttributeUrn: 'urn:li:businessAttribute:sample' } },
  testResults: {
    passing: [{ test: 'urn:li:test:sample', type: 'SUCCESS' }],
    failing: [{ test: 'urn:li:test:sample', type: 'FAILURE' }],
  },
  versionProperties: {
    version: { versionTag: 'v1' },
    aliases: [{ versionTag: 'one' }],
    comment: 'text',
    sortId: 'a',
    sourceCreatedTimestamp: STAMP,
    metadataCreatedTimestamp: STAMP,
    isLatest: true,
  },
  querySubjects: { subjects: [{ entity: COLUMN }] },
  mlModelProperties: {
    name: 'Model',
    description: 'text',
    externalUrl: 'https://example.org',
    customProperties: { key: 'text' },
    date: 3,
    version: { versionTag: 'v1' },
    type: 'text',
    hyperParameters: { key: { int: 3 } },
    hyperParams: [{ name: 'text', description: 'text', value: 'text', createdAt: 4 }],
    trainingMetrics: [{ name: 'text', description: 'text', value: 'text', createdAt: 4 }],
    mlFeatures: ['urn:li:mlFeature:(sample,sample)'],
    tags: ['text'],
    trainingJobs: ['urn:li:dataProcessInstance:sample'],
    downstreamJobs: ['urn:li:dataJob:(urn:li:dataFlow:(airflow,sample,PROD),sample)'],
    groups: ['urn:li:mlModelGroup:(urn:li:dataPlatform:hive,sample,PROD)'],
    created: STAMP,
    lastModified: STAMP,
  },
  mlFeatureTableProperties: {
    description: 'text',
    customProperties: { key: 'text' },
    mlFeatures: ['urn:li:mlFeature:(sample,sample)'],
    mlPrimaryKeys: ['urn:li:mlPrimaryKey:(sample,sample)'],
  },
  incidentInfo: {
    type: 'CUSTOM',
    customType: 'text',
    title: 'text',
    description: 'text',
    entities: [DATASET],
    priority: 1,
    assignees: [{ actor: 'urn:li:corpuser:datahub', assignedAt: STAMP }],
    status: { state: 'RESOLVED', stage: 'FIXED', message: 'text', lastUpdated: STAMP },
    source: { type: 'ASSERTION_FAILURE', sourceUrn: 'urn:li:assertion:sample' },
    startedAt: 5,
    created: STAMP,
  },
  documentInfo: {
    title: 'text',
    customProperties: { key: 'text' },
    status: { state: 'PUBLISHED' },
    contents: { text: 'text' },
    source: { sourceType: 'EXTERNAL', externalUrl: 'https://example.org', externalId: 'text' },
    created: STAMP,
    lastModified: STAMP,
    relatedAssets: [{ asset: DATASET }],
    relatedDocuments: [{ document: 'urn:li:document:sample' }],
    parentDocument: { document: 'urn:li:document:outer' },
  },
  schemaMetadata: SCHEMA,
  domainProperties: {
    name: 'Domain',
    description: 'text',
    parentDomain: 'urn:li:domain:outer',
    customProperties: { key: 'text' },
    created: STAMP,
  },
  corpUserInfo: {
    active: true,
    displayName: 'text',
    email: 'text',
    title: 'text',
    firstName: 'text',
    lastName: 'text',
    fullName: 'text',
    departmentName: 'text',
    departmentId: 7,
    countryCode: 'text',
    managerUrn: 'urn:li:corpuser:datahub',
    customProperties: { key: 'text' },
  },
  corpUserEditableInfo: {
    aboutMe: 'text',
    teams: ['text'],
    skills: ['text'],
    pictureLink: 'text',
    displayName: 'text',
    title: 'text',
    slack: 'text',
    phone: 'text',
    email: 'text',
    persona: 'urn:li:dataHubPersona:dataSteward',
    platforms: ['urn:li:dataPlatform:hive'],
  },
  corpGroupInfo: {
    displayName: 'text',
    email: 'text',
    description: 'text',
    slack: 'text',
    created: STAMP,
    admins: ['urn:li:corpuser:datahub'],
    members: ['urn:li:corpuser:datahub'],
    groups: ['urn:li:corpGroup:sample'],
  },
  dataContractProperties: {
    entity: DATASET,
    schema: [{ assertion: 'urn:li:assertion:sample' }],
    freshness: [{ assertion: 'urn:li:assertion:sample' }],
    dataQuality: [{ assertion: 'urn:li:assertion:sample' }],
  },
  dataHubExecutionRequestInput: {
    task: 'text',
    args: { key: 'text' },
    executorId: 'text',
    source: { type: 'text', ingestionSource: 'urn:li:dataHubIngestionSource:sample' },
    requestedAt: 1,
    actorUrn: 'urn:li:corpuser:datahub',
  },
  dataJobInputOutput: {
    inputDatasets: [DATASET],
    outputDatasets: [OTHER_DATASET],
    inputDatajobs: ['urn:li:dataJob:(urn:li:dataFlow:(airflow,sample,PROD),before)'],
    fineGrainedLineages: [FINE_GRAINED],
  },
  upstreamLineage: {
    upstreams: [{ auditStamp: STAMP, dataset: OTHER_DATASET, type: 'COPY' }],
    fineGrainedLineages: [FINE_GRAINED],
  },
};

/** Urn of the sample entity of a type. */
export function sampleUrn(spec: EntitySpec): Urn {
  const parts = [...spec.keyAspect.record.fields.keys()].map((field) => KEY_PARTS[field] ?? 'sample');
  return formatUrn(spec.name, ...parts);
}

/** The named aspects of the sample entity of a type, with all fields set. */
export function sampleAspects(
  registry: EntityRegistry,
  entityType: string,
  aspectNames: readonly string[],
): Record<string, { readonly value: JsonObject; readonly systemMetadata: JsonObject }> {
  const spec = registry.entities.get(entityType);
  const aspects = aspectNames.flatMap((name) => spec?.aspects.get(name) ?? []);
  const versionSet = formatUrn('versionSet', 'sample', entityType);
  const referring: typeof REFERRING = {
    ...REFERRING,
    versionProperties: { ...REFERRING['versionProperties'], versionSet },
    ...(entityType === 'schemaField' && { logicalParent: { parent: { destinationUrn: COLUMN } } }),
  };
  return Object.fromEntries(
    aspects.map((aspect) => [
      aspect.name,
      { value: referring[aspect.name] ?? sampleAspect(aspect, 'all'), systemMetadata: RUN },
    ]),
  );
}
