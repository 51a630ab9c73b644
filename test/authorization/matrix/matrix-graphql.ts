import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { DocumentedNeeds } from './documented-needs.ts';
import type { Asking, Change, Operation } from './matrix-operations.ts';
import { WORLD } from './matrix-world.ts';
import { sampleRequest } from './sample-arguments.ts';

/** Arguments that the schema does not require, but the request needs. */
type Variables = Readonly<Record<string, unknown>>;

const INPUT = (input: Variables): Variables => ({ input });
const DATASET_REF = { resources: [{ resourceUrn: WORLD.dataset }] };
const PATCH = {
  urn: WORLD.dataset,
  aspectName: 'status',
  patch: [{ op: 'ADD', path: '/removed', value: 'false' }],
};
const JOIN = { name: 'x', source: WORLD.dataset, destination: WORLD.upstream };
const LINK = { currentUrl: 'https://example.org', currentLabel: 'x' };

/** Arguments by operation, where the samples by name and type are not suitable. */
const ARGUMENTS: Readonly<Record<string, Variables>> = {
  batchSetDomain: INPUT({ domainUrn: WORLD.domain, resources: DATASET_REF.resources }),
  // Nothing is sent there.
  createWebhook: INPUT({ url: 'http://127.0.0.1:9/' }),
  connection: { urn: 'urn:li:dataHubConnection:a' },
  executionRequest: { urn: 'urn:li:dataHubExecutionRequest:a' },
  ingestionSource: { urn: 'urn:li:dataHubIngestionSource:a' },
  createTestConnectionRequest: INPUT({ recipe: '{}' }),
  createGlossaryNode: INPUT({ parentNode: WORLD.glossaryNode }),
  createGlossaryTerm: INPUT({ parentNode: WORLD.glossaryNode }),
  moveDomain: INPUT({ resourceUrn: WORLD.domain, parentDomain: WORLD.parentDomain }),
  searchAcrossLineage: INPUT({ urn: WORLD.dataset }),
  scrollAcrossLineage: INPUT({ urn: WORLD.dataset }),
  explainPrivilege: INPUT({ privilege: 'VIEW_ENTITY_PAGE' }),
  holdsOnAny: { privileges: ['EDIT_ENTITY'] },
  listEditors: { urn: WORLD.dataset },
  listPrivilegeHolders: INPUT({ resourceUrn: WORLD.dataset }),
  raiseIncident: INPUT({ resourceUrn: WORLD.dataset }),
  setLifecycleStage: { urn: WORLD.dataset, lifecycleStageUrn: null },
  submitFormPrompt: {
    urn: WORLD.dataset,
    input: {
      promptId: 'p',
      type: 'STRUCTURED_PROPERTY',
      structuredPropertyParams: {
        structuredPropertyUrn: WORLD.structuredProperty,
        values: [{ stringValue: 'x' }],
      },
    },
  },
  upsertStructuredProperties: INPUT({
    assetUrn: WORLD.dataset,
    structuredPropertyInputParams: [
      { structuredPropertyUrn: WORLD.structuredProperty, values: [{ stringValue: 'x' }] },
    ],
  }),
  updateApplicationsSettings: INPUT({ enabled: true }),
  updateApplication: INPUT({ description: 'x' }),
  batchUnsetApplication: INPUT({ applicationUrn: WORLD.application }),
  moveDataProduct: INPUT({ resourceUrn: WORLD.dataProduct }),
  createERModelRelationship: INPUT({ properties: JOIN }),
  updateERModelRelationship: { urn: WORLD.erModelRelationship, input: { properties: JOIN } },
  deleteERModelRelationship: { urn: WORLD.erModelRelationship },
  upsertIncident: INPUT({ resourceUrns: [WORLD.dataset], assigneeUrns: [] }),
  linkPhysicalChild: INPUT({ logicalParentUrn: WORLD.upstream, childUrn: WORLD.dataset }),
  unlinkPhysicalChild: INPUT({ childUrn: WORLD.dataset }),
  restoreVersions: { input: { urn: WORLD.dataset, versions: [{ aspectName: 'status', version: 1 }] } },
  updateDataset: { input: { editableProperties: { description: 'x' } } },
  updateDatasets: { input: [{ urn: WORLD.dataset, update: { editableProperties: { description: 'x' } } }] },
  updateChart: { input: { editableProperties: { description: 'x' } } },
  updateDashboard: { input: { editableProperties: { description: 'x' } } },
  updateDataFlow: { input: { editableProperties: { description: 'x' } } },
  updateDataJob: { input: { editableProperties: { description: 'x' } } },
  updateNotebook: { input: { editableProperties: { description: 'x' } } },
  updateLink: INPUT(LINK),
  updateCorpGroupProperties: INPUT({ description: 'x' }),
  updateName: INPUT({ urn: WORLD.dataset, name: 'y' }),
  updateParentNode: INPUT({ resourceUrn: WORLD.glossaryTerm, parentNode: WORLD.glossaryNode }),
  updateLineage: INPUT({
    edgesToAdd: [{ downstreamUrn: WORLD.dataset, upstreamUrn: WORLD.dataJob }],
    edgesToRemove: [],
  }),
  updateDisplayProperties: { urn: WORLD.dataset, input: { colorHex: '#000000' } },
  upsertCustomAssertion: {
    urn: WORLD.assertion,
    input: { entityUrn: WORLD.dataset, platform: { name: 'x' } },
  },
  batchAddToDataProducts: INPUT({ dataProductUrns: [WORLD.dataProduct], resourceUrns: [WORLD.dataset] }),
  batchRemoveFromDataProducts: INPUT({ dataProductUrns: [WORLD.dataProduct], resourceUrns: [WORLD.dataset] }),
  patchEntity: INPUT(PATCH),
  patchEntities: { input: [PATCH] },
  upsertPageModule: INPUT({ params: { linkParams: { linkUrl: 'https://example.org' } } }),
  upsertPageTemplate: INPUT({ rows: [{ modules: [WORLD.dataHubPageModule] }] }),
  createTest: INPUT({ definition: { json: '{}' } }),
  updateTest: INPUT({ definition: { json: '{}' } }),
  upsertConnection: INPUT({ platformUrn: 'urn:li:dataPlatform:mysql', json: { blob: '{}' } }),
  setTagColor: { colorHex: '#000000' },
  linkAssetVersion: INPUT({ versionSet: WORLD.versionSet, linkedEntity: WORLD.dataset }),
  unlinkAssetVersion: INPUT({ versionSet: WORLD.versionSet, unlinkedEntity: WORLD.dataset }),
};

/** Entity types of operations on something other than a dataset: the type on which the privilege is required. */
const ABOUT: Readonly<Record<string, string>> = {
  addGroupMembers: 'corpGroup',
  removeGroupMembers: 'corpGroup',
  updateCorpGroupProperties: 'corpGroup',
  updateCorpUserProperties: 'corpuser',
  createDataProduct: 'domain',
  createIngestionExecutionRequest: 'dataHubIngestionSource',
  cancelIngestionExecutionRequest: 'dataHubIngestionSource',
  moveDataProduct: 'dataProduct',
  updateApplication: 'application',
  updateDataProduct: 'dataProduct',
  deleteDataProduct: 'dataProduct',
  createGlossaryNode: 'glossaryNode',
  createGlossaryTerm: 'glossaryNode',
  deleteGlossaryEntity: 'glossaryTerm',
  addRelatedTerms: 'glossaryTerm',
  removeRelatedTerms: 'glossaryTerm',
  updateParentNode: 'glossaryNode',
  updateChart: 'chart',
  updateDashboard: 'dashboard',
  updateDataFlow: 'dataFlow',
  updateDataJob: 'dataJob',
  updateNotebook: 'notebook',
  deleteTag: 'tag',
  setTagColor: 'tag',
  updateTag: 'tag',
  deleteDocument: 'document',
  moveDocument: 'document',
  updateDocumentContents: 'document',
  updateDocumentRelatedEntities: 'document',
  updateDocumentSettings: 'document',
  updateDocumentStatus: 'document',
  updateDocumentSubType: 'document',
};

/** Writes of the mutations whose need is `write`. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  createDocument: [{ operation: 'create', entityType: 'document', aspect: 'documentInfo', isNew: true }],
  linkPhysicalChild: [{ operation: 'update', entityType: 'dataset', aspect: 'logicalParent' }],
  unlinkPhysicalChild: [{ operation: 'update', entityType: 'dataset', aspect: 'logicalParent' }],
  restoreVersions: [{ operation: 'update', entityType: 'dataset', aspect: 'status' }],
  setLifecycleStage: [{ operation: 'update', entityType: 'dataset', aspect: 'status' }],
};

/** A request for every field of GraphQL's queries and mutations. */
export function graphqlOperations(schema: GraphQLSchema, needs: DocumentedNeeds): readonly Operation[] {
  const all = [
    ['query', schema.getQueryType(), needs.queries],
    ['mutation', schema.getMutationType(), needs.mutations],
  ] as const;
  return all.flatMap(([kind, type, documented]) =>
    Object.values(type?.getFields() ?? {}).map((field): Operation => {
      const need = documented.get(field.name);
      if (need === undefined) throw new Error(`docs/privileges.md does not list the ${kind} ${field.name}.`);
      return {
        name: `${kind} ${field.name}`,
        protocol: 'graphql',
        need,
        about: ABOUT[field.name] ?? 'dataset',
        changes: CHANGES[field.name] ?? [],
        wish: (asking) => ({ method: 'POST', path: '/api/graphql', body: bodyOf(kind, field, asking) }),
      };
    }),
  );
}

function bodyOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  asking: Asking,
): Variables {
  const { query, variables } = sampleRequest(kind, field, (name) => textFor(name, field.name, asking));
  const more = field.name === 'listAccessTokens' ? ownTokens(asking) : (ARGUMENTS[field.name] ?? {});
  return { query, variables: merged(variables, more) };
}

/** Tokens of others are listed with another privilege. */
function ownTokens({ urn }: Asking): Variables {
  return { input: { filters: [{ field: 'ownerUrn', values: [urn] }] } };
}

/** Members of objects one by one; anything else is replaced. */
function merged(base: Variables, more: Variables): Variables {
  const entries = Object.entries(more).map(([name, value]) => {
    const below = base[name];
    return [name, isObject(below) && isObject(value) ? merged(below, value) : value] as const;
  });
  return { ...base, ...Object.fromEntries(entries) };
}

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Patterns of argument and member names, with the values for them. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^((resource|asset|dataset|entity)U|u)rns?$/, WORLD.dataset],
  [/^downstreamUrn$/, WORLD.dataset],
  [/^upstreamUrn$/, WORLD.upstream],
  [/^domainUrn$/, WORLD.domain],
  [/^formUrn$/, WORLD.form],
  [/^ingestionSourceUrn$/, WORLD.dataHubIngestionSource],
  [/^executionRequestUrn$/, WORLD.dataHubExecutionRequest],
  [/^tag(Urns?)?$/, WORLD.tag],
  [/^termUrns?$/, WORLD.relatedTerm],
  [/^groupUrn$/, WORLD.corpGroup],
  [/^(user|owner)Urns?$|^actors$|^owner$/, WORLD.corpuser],
  [/^roleUrn$/, WORLD.dataHubRole],
  [/^businessAttributeUrn$/, WORLD.businessAttribute],
  [/^structuredPropertyUrns?$/, WORLD.structuredProperty],
  [/^valueType$/, 'urn:li:dataType:datahub.string'],
  [/^entityTypes$/, 'urn:li:entityType:datahub.dataset'],
];

/** A string for an argument or input member: a urn according to its name, or `x`. */
export function textFor(name: string, operation: string, asking: Asking): string {
  if (name === 'actorUrn' || (name === 'userUrn' && operation === 'listRecommendations')) return asking.urn;
  if (name === 'id' && operation === 'batchUpdateStepStates') return `${asking.urn}-x`;
  if (name === 'token') return asking.token;
  if (name === 'tokenId') return asking.tokenId;
  if (operation.endsWith('BusinessAttribute') && name === 'resourceUrn') return WORLD.schemaField;
  if (name === 'urn') return namedBy(operation);
  if (/url$/i.test(name)) return 'https://example.org';
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'x';
}

const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/ServiceAccount/, WORLD.serviceAccount],
  [/User/, WORLD.corpuser],
  [/Group/, WORLD.corpGroup],
  [/IngestionSource/, WORLD.dataHubIngestionSource],
  [/Policy/, WORLD.dataHubPolicy],
  [/View/, WORLD.dataHubView],
  [/PageModule/, WORLD.dataHubPageModule],
  [/PageTemplate/, WORLD.dataHubPageTemplate],
  [/Secret/, WORLD.dataHubSecret],
  [/Connection/, WORLD.dataHubConnection],
  [/Assertion/, WORLD.assertion],
  [/Incident/, WORLD.incident],
  [/RelatedTerms|GlossaryEntity/, WORLD.glossaryTerm],
];

/** The entity of the type in the name of an operation: the tag for `deleteTag`. */
export function namedBy(operation: string): string {
  const other = OTHER_NAMES.find(([pattern]) => pattern.test(operation));
  if (other !== undefined) return other[1];
  const types = Object.entries(WORLD).filter(([type]) =>
    operation.toLowerCase().includes(type.toLowerCase()),
  );
  const [longest] = types.sort(([a], [b]) => b.length - a.length);
  return longest?.[1] ?? WORLD.dataset;
}
