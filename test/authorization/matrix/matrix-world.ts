import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import type { TestServer } from '../../support/start-server.ts';
import { userUrn } from '../../support/test-actors.ts';

/** Owner of all entities of the operations. */
export const OWNER = userUrn('owner');

const DATASET = datasetUrn('a');
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const PROPERTY = propertyUrn('team');
const NAMED = { name: 'x', description: 'x' };

/** Entities of the operations, by entity type; other keys are further entities. */
export const WORLD = {
  dataset: DATASET,
  upstream: datasetUrn('b'),
  schemaField: `urn:li:schemaField:(${DATASET},id)`,
  chart: 'urn:li:chart:(looker,a)',
  dashboard: 'urn:li:dashboard:(looker,a)',
  dataFlow: 'urn:li:dataFlow:(airflow,a,PROD)',
  dataJob: 'urn:li:dataJob:(urn:li:dataFlow:(airflow,a,PROD),a)',
  notebook: 'urn:li:notebook:(querybook,a)',
  container: 'urn:li:container:a',
  document: 'urn:li:document:a',
  domain: 'urn:li:domain:a',
  parentDomain: 'urn:li:domain:parent',
  glossaryNode: 'urn:li:glossaryNode:a',
  glossaryTerm: 'urn:li:glossaryTerm:a',
  relatedTerm: 'urn:li:glossaryTerm:b',
  tag: 'urn:li:tag:a',
  corpGroup: 'urn:li:corpGroup:a',
  corpuser: userUrn('somebody'),
  dataProduct: 'urn:li:dataProduct:a',
  application: 'urn:li:application:a',
  assertion: 'urn:li:assertion:a',
  erModelRelationship: 'urn:li:erModelRelationship:a',
  incident: 'urn:li:incident:a',
  query: 'urn:li:query:a',
  businessAttribute: 'urn:li:businessAttribute:a',
  form: 'urn:li:form:a',
  structuredProperty: PROPERTY,
  ownershipType: 'urn:li:ownershipType:a',
  post: 'urn:li:post:a',
  test: 'urn:li:test:a',
  dataHubView: 'urn:li:dataHubView:a',
  dataHubPageModule: 'urn:li:dataHubPageModule:a',
  dataHubPageTemplate: 'urn:li:dataHubPageTemplate:a',
  dataHubPolicy: 'urn:li:dataHubPolicy:a',
  dataHubSecret: 'urn:li:dataHubSecret:a',
  dataHubConnection: 'urn:li:dataHubConnection:a',
  dataHubRole: 'urn:li:dataHubRole:Reader',
  dataHubIngestionSource: 'urn:li:dataHubIngestionSource:a',
  dataHubExecutionRequest: 'urn:li:dataHubExecutionRequest:a',
  serviceAccount: userUrn('service_a'),
  versionSet: 'urn:li:versionSet:(a,dataset)',
} as const;

const FORM_OF_DATASET = {
  urn: WORLD.form,
  incompletePrompts: [{ id: 'p', lastModified: STAMP }],
  completedPrompts: [],
};

/** Aspects of the world; a list, because some entities must exist before others. */
const ASPECTS: readonly (readonly [urn: string, aspects: Readonly<Record<string, unknown>>])[] = [
  [PROPERTY, { propertyDefinition: definition('team') }],
  [
    WORLD.form,
    {
      formInfo: {
        name: 'x',
        type: 'VERIFICATION',
        prompts: [
          {
            id: 'p',
            title: 'x',
            type: 'STRUCTURED_PROPERTY',
            structuredPropertyParams: { urn: PROPERTY },
            required: false,
          },
        ],
        actors: { owners: true },
      },
    },
  ],
  [
    DATASET,
    {
      datasetProperties: { name: 'a' },
      status: { removed: false },
      forms: { incompleteForms: [FORM_OF_DATASET], completedForms: [], verifications: [] },
      institutionalMemory: {
        elements: [{ url: 'https://example.org', description: 'x', createStamp: STAMP }],
      },
      schemaMetadata: {
        schemaName: 'a',
        platform: 'urn:li:dataPlatform:hive',
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: [
          {
            fieldPath: 'id',
            nativeDataType: 'int',
            type: { type: { 'com.linkedin.schema.NumberType': {} } },
          },
        ],
      },
    },
  ],
  [WORLD.upstream, { datasetProperties: { name: 'b' } }],
  [
    WORLD.chart,
    { chartInfo: { title: 'x', description: 'x', lastModified: { created: STAMP, lastModified: STAMP } } },
  ],
  [
    WORLD.dashboard,
    {
      dashboardInfo: { title: 'x', description: 'x', lastModified: { created: STAMP, lastModified: STAMP } },
    },
  ],
  [WORLD.dataFlow, { dataFlowInfo: { name: 'x' } }],
  [WORLD.dataJob, { dataJobInfo: { name: 'x', type: { string: 'SQL' } } }],
  [
    WORLD.notebook,
    { notebookInfo: { title: 'x', changeAuditStamps: { created: STAMP, lastModified: STAMP } } },
  ],
  [WORLD.container, { containerProperties: { name: 'x' } }],
  [WORLD.parentDomain, { domainProperties: NAMED }],
  [WORLD.domain, { domainProperties: NAMED }],
  [WORLD.glossaryNode, { glossaryNodeInfo: { name: 'x', definition: 'x' } }],
  [
    WORLD.glossaryTerm,
    {
      glossaryTermInfo: {
        name: 'x',
        definition: 'x',
        termSource: 'INTERNAL',
        parentNode: WORLD.glossaryNode,
      },
    },
  ],
  [WORLD.relatedTerm, { glossaryTermInfo: { name: 'y', definition: 'x', termSource: 'INTERNAL' } }],
  [WORLD.tag, { tagProperties: { name: 'a' } }],
  [WORLD.corpGroup, { corpGroupInfo: { displayName: 'x', admins: [], members: [], groups: [] } }],
  [WORLD.corpuser, { corpUserInfo: { active: true, displayName: 'x' } }],
  [
    WORLD.serviceAccount,
    { corpUserInfo: { active: true, displayName: 'x' }, subTypes: { typeNames: ['SERVICE_ACCOUNT'] } },
  ],
  [WORLD.dataProduct, { dataProductProperties: NAMED, domains: { domains: [WORLD.domain] } }],
  [WORLD.application, { applicationProperties: NAMED }],
  [
    WORLD.assertion,
    {
      assertionInfo: {
        type: 'CUSTOM',
        customAssertion: { type: 'x', entity: DATASET },
        source: { type: 'EXTERNAL' },
      },
    },
  ],
  [
    WORLD.incident,
    {
      incidentInfo: {
        type: 'OPERATIONAL',
        title: 'x',
        entities: [DATASET],
        status: { state: 'ACTIVE', lastUpdated: STAMP },
        created: STAMP,
      },
    },
  ],
  [
    WORLD.erModelRelationship,
    {
      erModelRelationshipProperties: {
        name: 'x',
        source: DATASET,
        destination: WORLD.upstream,
        relationshipFieldMappings: [],
      },
    },
  ],
  [
    WORLD.query,
    {
      queryProperties: {
        statement: { value: 'select 1', language: 'SQL' },
        source: 'MANUAL',
        name: 'x',
        created: STAMP,
        lastModified: STAMP,
      },
      querySubjects: { subjects: [{ entity: DATASET }] },
    },
  ],
  [
    WORLD.businessAttribute,
    { businessAttributeInfo: { fieldPath: 'x', name: 'x', created: STAMP, lastModified: STAMP } },
  ],
  [
    WORLD.document,
    {
      documentInfo: {
        status: { state: 'PUBLISHED' },
        contents: { text: 'x' },
        created: STAMP,
        lastModified: STAMP,
      },
    },
  ],
  [WORLD.ownershipType, { ownershipTypeInfo: { name: 'x', created: STAMP, lastModified: STAMP } }],
  [
    WORLD.post,
    {
      postInfo: {
        type: 'HOME_PAGE_ANNOUNCEMENT',
        content: { title: 'x', type: 'TEXT' },
        created: 1,
        lastModified: 1,
      },
    },
  ],
  [
    WORLD.dataHubView,
    {
      dataHubViewInfo: {
        name: 'x',
        type: 'GLOBAL',
        definition: { entityTypes: ['dataset'], filter: { or: [] } },
        created: STAMP,
        lastModified: STAMP,
      },
    },
  ],
  [WORLD.test, { testInfo: { name: 'x', category: 'x', definition: { type: 'JSON', json: '{}' } } }],
  [
    WORLD.dataHubPageModule,
    {
      dataHubPageModuleProperties: {
        name: 'x',
        type: 'RICH_TEXT',
        visibility: { scope: 'GLOBAL' },
        params: { richTextParams: { content: 'x' } },
        created: STAMP,
        lastModified: STAMP,
      },
    },
  ],
  [
    WORLD.dataHubPageTemplate,
    {
      dataHubPageTemplateProperties: {
        rows: [{ modules: [WORLD.dataHubPageModule] }],
        surface: { surfaceType: 'HOME_PAGE' },
        visibility: { scope: 'GLOBAL' },
        created: STAMP,
        lastModified: STAMP,
      },
    },
  ],
  [
    WORLD.dataHubPolicy,
    {
      dataHubPolicyInfo: {
        displayName: 'x',
        description: '',
        type: 'METADATA',
        state: 'INACTIVE',
        privileges: [],
        actors: { users: [], resourceOwners: false, allUsers: false, allGroups: false },
      },
    },
  ],
  [
    WORLD.dataHubIngestionSource,
    {
      dataHubIngestionSourceInfo: {
        name: 'x',
        type: 'mysql',
        config: { recipe: '{}', executorId: 'default' },
      },
    },
  ],
  [
    WORLD.dataHubExecutionRequest,
    {
      dataHubExecutionRequestInput: {
        task: 'RUN_INGEST',
        args: { recipe: '{}' },
        executorId: 'default',
        source: { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: WORLD.dataHubIngestionSource },
        requestedAt: 0,
      },
    },
  ],
];

/** Deleted aspect of the dataset, to be restored. */
export const LOST_ASPECT = 'embed';

/** Run that wrote the dataset's status, to be rolled back. */
export const RUN = 'matrix';

const REGISTRY = join(import.meta.dirname, '..', '..', '..', 'registry', 'entity-types.json');
const { entityTypes }: { readonly entityTypes: Record<string, { readonly aspects: readonly string[] }> } =
  JSON.parse(readFileSync(REGISTRY, 'utf8'));

/** Types whose entities have owners. Users do not own each other. */
const OWNED = new Set(
  Object.entries(entityTypes)
    .filter(([name, { aspects }]) => aspects.includes('ownership') && name !== 'corpuser')
    .map(([name]) => name),
);

/** Whether the world's entity of a type has an owner. */
export function isOwned(entityType: string): boolean {
  return OWNED.has(entityType) && ASPECTS.some(([urn]) => urn.startsWith(`urn:li:${entityType}:`));
}

/** An entity with its aspects, as OpenAPI takes it. */
export interface Body {
  readonly urn: string;
  /** Aspects in their envelopes. */
  readonly [aspect: string]: unknown;
}

/** The entities of the world, with their owner. */
export function worldBodies(): readonly Body[] {
  return ASPECTS.map(([urn, aspects]) => ({ urn, ...withOwner(urn, aspects) }));
}

/** Writes entities of any types; throws unless that succeeds. */
export async function writeBodies(root: TestServer, bodies: readonly Body[]): Promise<void> {
  const byType = Object.groupBy(bodies, ({ urn }) => urn.split(':')[2] ?? '');
  const { status, text } = await root.request(
    'POST',
    '/openapi/v3/entity/generic?createIfNotExists=false&async=false',
    byType,
  );
  if (status >= 300) throw new Error(`${status} ${text}`);
}

/** Writes the world, or after an operation those of its entities that were changed. */
export async function writeWorld(root: TestServer, changed?: ReadonlySet<string>): Promise<void> {
  const bodies = worldBodies().filter(({ urn }) => changed?.has(urn) ?? true);
  if (bodies.length === 0) return;
  // The definition of a property that is soft-deleted cannot be written.
  await root.request('POST', aspectPath(PROPERTY, 'status'), { removed: false });
  await writeBodies(root, bodies);
  if (bodies.some(({ urn }) => urn === DATASET)) await writeRun(root);
}

/** Writes the status of the dataset as an ingestion run. */
async function writeRun(root: TestServer): Promise<void> {
  const value = JSON.stringify({ removed: false });
  const proposal = {
    entityType: 'dataset',
    entityUrn: DATASET,
    aspectName: 'status',
    changeType: 'UPSERT',
    aspect: { contentType: 'application/json', value },
    systemMetadata: { runId: RUN, lastObserved: 1 },
  };
  const run = await root.request('POST', '/aspects?action=ingestProposal', { proposal });
  if (run.status !== 200) throw new Error(`${run.status} ${run.text}`);
}

/** Deletes an aspect of the dataset, so that it can be restored. */
export async function loseAspect(root: TestServer): Promise<void> {
  const lost = aspectPath(DATASET, LOST_ASPECT, 'v3');
  const embed = { renderUrl: 'https://example.org' };
  const kept = await root.request('POST', `${lost}?createIfNotExists=false`, { value: embed });
  const gone = await root.request('DELETE', lost);
  if (kept.status !== 200 || gone.status !== 200) throw new Error(`${kept.text} ${gone.text}`);
}

/** Resolves when no references to deleted entities remain: they are removed after the answer, one entity at a time. */
export async function referencesRemoved(root: TestServer): Promise<void> {
  const urn = datasetUrn('tagged');
  const tag = 'urn:li:tag:removed_last';
  const tags = aspectPath(urn, 'globalTags', 'v3');
  const bodies = [
    { urn: tag, tagProperties: { value: { name: 'x' } } },
    { urn, globalTags: { value: { tags: [{ tag }] } } },
  ];
  await writeBodies(root, bodies);
  const { data, errors } = await root.graphql(`mutation { deleteTag(urn: "${tag}") }`);
  if (data?.deleteTag !== true) throw new Error(JSON.stringify(errors));
  const isLeft = async (): Promise<boolean> => (await root.request('GET', tags)).text.includes(tag);
  await vi.waitFor(async () => expect(await isLeft()).toBe(false), { timeout: 300_000 });
}

function withOwner(urn: string, aspects: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ownership = { owners: [{ owner: OWNER, type: 'DATAOWNER' }], lastModified: STAMP };
  const all = OWNED.has(urn.split(':')[2] ?? '') ? { ...aspects, ownership } : aspects;
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]));
}
