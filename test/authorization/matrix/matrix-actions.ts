import { ACTION_PARAMETERS } from '../../../src/api/restli/action-parameters.ts';
import type { DocumentedNeed, DocumentedNeeds } from './documented-needs.ts';
import type { Change, Operation } from './matrix-operations.ts';
import { RUN, WORLD } from './matrix-world.ts';

const PROPOSAL = {
  entityType: 'dataset',
  entityUrn: WORLD.dataset,
  changeType: 'UPSERT',
  aspectName: 'status',
  aspect: { contentType: 'application/json', value: '{"removed":false}' },
};
const ENTITY = {
  value: {
    'com.linkedin.metadata.snapshot.DatasetSnapshot': {
      urn: WORLD.dataset,
      aspects: [{ 'com.linkedin.common.Status': { removed: false } }],
    },
  },
};
const SEARCH = { entity: 'dataset', input: '*', start: 0, count: 1 };

/** Values of parameters with the same meaning in every action. */
const VALUES: Readonly<Record<string, unknown>> = {
  proposal: PROPOSAL,
  proposals: [PROPOSAL],
  entity: ENTITY,
  entities: [ENTITY],
  urn: WORLD.dataset,
  urns: [WORLD.dataset],
  runId: RUN,
  dryRun: false,
  value: true,
  buckets: [{ resource: WORLD.dataset, bucket: 0, duration: 'DAY', metrics: {} }],
};

/** Bodies of actions in which a member has another meaning. */
const BODIES: Readonly<Record<string, unknown>> = {
  'entities?action=search': SEARCH,
  'entities?action=searchAcrossEntities': { ...SEARCH, entities: ['dataset'] },
  'entities?action=scrollAcrossEntities': { ...SEARCH, entities: ['dataset'] },
  'entities?action=filter': { ...SEARCH, filter: { or: [] } },
  'entities?action=list': SEARCH,
  'entities?action=listUrns': SEARCH,
  'entities?action=autocomplete': { entity: 'dataset', query: 'a', limit: 1 },
  'entities?action=browse': { entity: 'dataset', path: '' },
  'entities?action=getTotalEntityCount': { entity: 'dataset' },
  'entities?action=batchGetTotalEntityCount': { entities: ['dataset'] },
  'aspects?action=getTimeseriesAspectValues': {
    urn: WORLD.dataset,
    entity: 'dataset',
    aspect: 'datasetProfile',
  },
  'usageStats?action=query': { resource: WORLD.dataset, duration: 'DAY' },
  'usageStats?action=queryRange': { resource: WORLD.dataset, duration: 'DAY', rangeFromEnd: 'DAY' },
  'analytics?action=getTimeseriesStats': {
    entityName: 'dataset',
    aspectName: 'datasetProfile',
    metrics: [],
  },
  'operations?action=truncateTimeseriesAspect': {
    entityType: 'dataset',
    aspect: 'datasetProfile',
    endTimeMillis: 0,
  },
  'aspects?action=getCount': { aspect: 'status' },
};

const UPDATE: readonly Change[] = [{ operation: 'update', entityType: 'dataset', aspect: 'status' }];
const REMOVE: readonly Change[] = [{ operation: 'remove', entityType: 'dataset' }];
const USAGE: readonly Change[] = [
  { operation: 'update', entityType: 'dataset', aspect: 'datasetUsageStatistics' },
];

const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'aspects?action=ingestProposal': UPDATE,
  'aspects?action=ingestProposalBatch': UPDATE,
  'entities?action=ingest': UPDATE,
  'entities?action=batchIngest': UPDATE,
  'entities?action=delete': REMOVE,
  'entities?action=deleteReferences': REMOVE,
  'runs?action=rollback': UPDATE,
  'usageStats?action=batchIngest': USAGE,
};

const LIST_OF_DATASET = `List(${encodeURIComponent(WORLD.dataset)})`;
const URN = encodeURIComponent(WORLD.dataset);

/** A GET of every resource that has one. */
const READS: readonly string[] = [
  `/entities/${URN}`,
  `/entities?ids=${LIST_OF_DATASET}`,
  `/entitiesV2/${URN}`,
  `/entitiesV2?ids=${LIST_OF_DATASET}&aspects=List(status)`,
  `/entitiesVersionedV2?ids=List((urn:${URN},versionStamp:))&entityType=dataset`,
  `/aspects/${URN}?aspect=status&version=0`,
  `/relationships?urn=${URN}&types=List(OwnedBy)&direction=OUTGOING`,
];

const READ: DocumentedNeed = { kind: 'read' };

/** A body with exactly the parameters of an action: some actions refuse others. */
function bodyOf(name: string): object {
  const parameters = ACTION_PARAMETERS[name.replace('?action=', '.')] ?? [];
  return Object.fromEntries(
    parameters.filter((one) => Object.hasOwn(VALUES, one)).map((one) => [one, VALUES[one]]),
  );
}

/** A request for every action of Rest.li, and for every read. */
export function restliOperations({ actions }: DocumentedNeeds): readonly Operation[] {
  const reads = READS.map((path): Operation => ({
    name: `GET ${path}`,
    protocol: 'restli',
    need: READ,
    about: 'dataset',
    changes: [],
    wish: () => ({ method: 'GET', path, headers: { 'x-restli-protocol-version': '2.0.0' } }),
  }));
  const called = [...actions].map(([name, need]): Operation => {
    const changes = CHANGES[name];
    if (need.kind === 'write' && changes === undefined)
      throw new Error(`What does ${name} write? Give it a sample.`);
    return {
      name,
      need,
      protocol: 'restli',
      about: 'dataset',
      changes: changes ?? [],
      wish: () => ({ method: 'POST', path: `/${name}`, body: BODIES[name] ?? bodyOf(name) }),
    };
  });
  return [...reads, ...called];
}
