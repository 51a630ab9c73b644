import type { DocumentedNeeds } from './documented-needs.ts';
import type { Asking, Change, Operation, Protocol, Wish } from './matrix-operations.ts';
import { LOST_ASPECT, WORLD } from './matrix-world.ts';

const DATASET = encodeURIComponent(WORLD.dataset);
const PATCH = { patch: [{ op: 'add', path: '/removed', value: false }], arrayPrimaryKeys: {} };
const STATUS = { value: { removed: false } };
const UPDATE: readonly Change[] = [{ operation: 'update', entityType: 'dataset', aspect: 'status' }];
const EDIT: readonly Change[] = [{ operation: 'update', entityType: 'dataset', aspect: 'logicalParent' }];
const VERSION: readonly Change[] = [
  { operation: 'update', entityType: 'dataset', aspect: 'versionProperties' },
  { operation: 'update', entityType: 'versionSet', aspect: 'versionSetProperties' },
];
const REMOVE: readonly Change[] = [{ operation: 'remove', entityType: 'dataset' }];
const ENTITIES_V1 = [
  '/openapi/entities/v1',
  '/openapi/platform/entities/v1',
  '/openapi/v2/platform/entities/v1',
];
const CHANGE_V1 = {
  entityType: 'dataset',
  entityUrn: WORLD.dataset,
  aspect: { __type: 'Status', removed: false },
};

/** Query parameters that requests need. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /openapi/relationships/v1': `?urn=${DATASET}&relationshipTypes=OwnedBy&direction=OUTGOING`,
  'GET /openapi/v2/timeline/v1/:urn': '?categories=TAG',
  'GET /api/colophon/v1/entities/:urn': '?asOf=now',
  'GET /api/colophon/v1/diff': `?urn=${DATASET}&from=now&to=now`,
  'GET /openapi/v1/events/poll': '?topic=PlatformEvent_v1&pollTimeoutSeconds=0',
  ...Object.fromEntries(
    ENTITIES_V1.flatMap((path) => [
      [`GET ${path}`, `?urns=${DATASET}`],
      [`GET ${path}/latest`, `?urns=${DATASET}`],
      [`DELETE ${path}`, `?urns=${DATASET}`],
    ]),
  ),
  'GET /openapi/v1/timeline/:urn': '?categories=TAG',
  'GET /openapi/timeline/v1/:urn': '?categories=TAG',
};
const LINEAGE_EVENT = {
  eventTime: '2026-01-01T00:00:00Z',
  dataset: { namespace: 'hive', name: 'a' },
};
const DELETION = { deletions: [{ urn: WORLD.structuredProperty }] };

interface Sample {
  readonly body?: unknown;
  readonly changes?: readonly Change[];
}

/** Bodies and effects of requests that need more than their path. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'POST /login': { body: { code: 'x' } },
  'POST /logIn': { body: { username: 'nobody', password: 'x' } },
  'POST /signUp': {
    body: { fullName: 'x', email: 'x@example.org', password: 'x', title: 'x', inviteToken: 'x' },
  },
  'POST /resetNativeUserCredentials': { body: { email: 'x', password: 'x', resetToken: 'x' } },
  'POST /api/graphql': { body: { query: '{ __typename }' } },
  'POST /api/v2/graphql': { body: { query: '{ __typename }' } },
  'POST /api/colophon/v1/plans': { body: DELETION },
  'POST /api/colophon/v1/plans/apply': { body: DELETION },
  'POST /api/colophon/v1/plans/undo': { body: { commit: 1 } },
  'POST /api/colophon/v1/plans/import': { body: { yaml: '[]', dryRun: true } },
  'POST /api/colophon/v1/bulk-edits': {
    body: { urns: [WORLD.dataset], changes: [{ field: 'tags', action: 'clear' }], dryRun: true },
  },
  'POST /api/colophon/v1/restore': {
    body: { urn: WORLD.dataset, versions: [{ aspectName: 'status', version: 1 }] },
    changes: UPDATE,
  },
  'POST /api/colophon/v1/undo': {
    body: { urn: WORLD.dataset },
    changes: [{ operation: 'update', entityType: 'dataset', aspect: LOST_ASPECT }],
  },
  'POST /api/colophon/v1/exports/csv': { body: { search: {}, columns: [] } },
  // Nothing is sent there.
  'POST /api/colophon/v1/webhooks': { body: { name: 'x', url: 'http://127.0.0.1:9/' } },
  'POST /api/colophon/v1/webhooks/:id/replay': { body: { since: 'now' } },
  'POST /api/colophon/v1/users': { body: { urn: 'urn:li:corpuser:new' } },
  'PUT /api/colophon/v1/users/:urn/password': { body: { password: 'longer than twelve' } },
  // The callers have no password.
  'PUT /api/colophon/v1/me/password': { body: { current: 'x', password: 'longer than twelve' } },
  'POST /openapi/v1/trace/write/:traceId': { body: { [WORLD.dataset]: ['status'] } },
  'POST /openapi/v3/entity/scroll': { body: { entities: ['dataset'] } },
  'POST /openapi/v2/entity/batch/:entity': { body: { urns: [WORLD.dataset], aspectNames: ['status'] } },
  'POST /openapi/v3/entity/generic/batchGet': { body: { dataset: [{ urn: WORLD.dataset }] } },
  'POST /openapi/v3/entity/:entity/batchGet': { body: [{ urn: WORLD.dataset, status: {} }] },
  'POST /openapi/v2/entity/:entity': {
    body: [{ urn: WORLD.dataset, aspects: { status: STATUS } }],
    changes: UPDATE,
  },
  'POST /openapi/v3/entity/:entity': { body: [{ urn: WORLD.dataset, status: STATUS }], changes: UPDATE },
  'PATCH /openapi/v3/entity/:entity': {
    body: [{ urn: WORLD.dataset, status: { value: PATCH } }],
    changes: UPDATE,
  },
  'POST /openapi/v3/entity/generic': {
    body: { dataset: [{ urn: WORLD.dataset, status: STATUS }] },
    changes: UPDATE,
  },
  'PATCH /openapi/v3/entity/generic': {
    body: { dataset: [{ urn: WORLD.dataset, status: { value: PATCH } }] },
    changes: UPDATE,
  },
  ...Object.fromEntries(
    ENTITIES_V1.flatMap((path): [string, Sample][] => [
      [`POST ${path}`, { body: [CHANGE_V1], changes: UPDATE }],
      [`DELETE ${path}`, { changes: UPDATE }],
    ]),
  ),
  'POST /openapi/openlineage/api/v1/lineage': { body: LINEAGE_EVENT, changes: UPDATE },
  'POST /openapi/openlineage/api/v1/lineage/batch': { body: [LINEAGE_EVENT], changes: UPDATE },
  'POST /openapi/v2/entity/:entity/*': { body: { removed: false }, changes: UPDATE },
  'POST /openapi/v3/entity/:entity/*': { body: STATUS, changes: UPDATE },
  'PATCH /openapi/v2/entity/:entity/*': { body: PATCH, changes: UPDATE },
  'PATCH /openapi/v3/entity/:entity/*': { body: PATCH, changes: UPDATE },
  'DELETE /openapi/v2/entity/:entity/*': { changes: REMOVE },
  'DELETE /openapi/v3/entity/:entity/*': { changes: REMOVE },
  'POST /openapi/v3/entity/versioning/:versionSet/relationship/versionOf/:asset': {
    body: { version: '1' },
    changes: VERSION,
  },
  'DELETE /openapi/v3/entity/versioning/:versionSet/relationship/versionOf/:asset': { changes: VERSION },
  'DELETE /openapi/v3/entity/logical/:child/relationship/physicalInstanceOf': { changes: EDIT },
  'POST /openapi/v3/entity/logical/:child/relationship/physicalInstanceOf/:parent': { changes: EDIT },
  'DELETE /openapi/v3/logical/:child/relationship/physicalInstanceOf': { changes: EDIT },
  'POST /openapi/v3/logical/:child/relationship/physicalInstanceOf/:parent': { changes: EDIT },
};

/** A request for every path and method. */
export function httpOperations(needs: DocumentedNeeds): readonly Operation[] {
  return [...needs.requests].map(([name, need]): Operation => {
    const [method = '', path = ''] = name.split(' ');
    const { body, changes = [] } = SAMPLES[name] ?? {};
    if (need.kind === 'write' && changes.length === 0)
      throw new Error(`What does ${name} write? Give it a sample.`);
    return {
      name,
      need,
      changes,
      about: 'dataset',
      protocol: protocolOf(path),
      wish: (asking) => wishFor(method, path, body, asking),
    };
  });
}

function protocolOf(path: string): Protocol {
  return path.startsWith('/openapi/') ? 'openapi' : 'colophon';
}

function wishFor(method: string, path: string, body: unknown, asking: Asking): Wish {
  const aspect = method === 'DELETE' || method === 'GET' ? '' : '/status';
  const filled = path
    .replace(':entity/*', `dataset/${DATASET}${aspect}`)
    .replace('/assets/*', '/assets/colophon.css')
    .replace('/assets/web/:name', '/assets/web/none.js')
    .replace('/api/graphiql/*', '/api/graphiql/start.js')
    .replace('/openapi/swagger-ui/*', '/openapi/swagger-ui/start.js')
    .replace('relationship/*', method === 'POST' ? 'relationship/scroll' : 'relationship/TaggedWith')
    .replace(':versionSet', encodeURIComponent(WORLD.versionSet))
    .replace(/:(child|asset)/, DATASET)
    .replace('specifications/:name', 'specifications/dataset')
    .replace(':parent', encodeURIComponent(WORLD.upstream))
    .replace(/:entityName|:entity/, 'dataset')
    .replace(':aspectName', 'datasetProfile')
    .replace(':urn', path.includes('/users/') ? encodeURIComponent(WORLD.corpuser) : DATASET)
    .replace(':traceId', '0'.repeat(32))
    .replace('tokens/:id', `tokens/${asking.tokenId}`)
    .replace(':id', '1')
    .replace(':delivery', '1');
  const isPatch = method === 'PATCH' && filled.endsWith('/status');
  const sent = body ?? (path.endsWith('/tokens') ? tokenFor(asking) : {});
  return {
    method,
    path: (method === 'POST' ? withConditions(filled) : filled) + (QUERIES[`${method} ${path}`] ?? ''),
    ...(method !== 'GET' && method !== 'DELETE' && { body: sent }),
    ...(isPatch && { headers: { 'content-type': 'application/json-patch+json' } }),
    // Only a page of the server may log out this way.
    ...(method === 'GET' && filled === '/logOut' && { headers: { 'sec-fetch-site': 'same-origin' } }),
  };
}

/** Version 3 would not write an aspect that is there. */
function withConditions(path: string): string {
  return path.startsWith('/openapi/v3/entity/') ? `${path}?createIfNotExists=false` : path;
}

function tokenFor({ urn }: Asking): unknown {
  return { name: 'x', actorUrn: urn, durationMs: 1000 };
}
