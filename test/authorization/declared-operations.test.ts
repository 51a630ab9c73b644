import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi, type MockInstance } from 'vitest';
import { readDeclaredRequests } from '../../scripts/declared-requests.ts';
import { DATAHUB_TOOLS } from '../../src/api/agents/datahub/datahub-tools.ts';
import { TOOLS } from '../../src/api/agents/tools/tools.ts';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { RESOURCES } from '../../src/api/restli/resources.ts';
import { findExisting } from '../../src/operations/entities/find-existing.ts';
import { findShown } from '../../src/operations/entities/find-shown.ts';
import { getEntities } from '../../src/operations/entities/get-entities.ts';
import { Requester } from '../../src/operations/requester.ts';
import { jsonAt } from '../support/json-at.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { userUrn } from '../support/test-actors.ts';
import { documentedNeeds } from './matrix/documented-needs.ts';
import { restliOperations } from './matrix/matrix-actions.ts';
import { graphqlOperations } from './matrix/matrix-graphql.ts';
import { mayChange, type Asking, type Operation } from './matrix/matrix-operations.ts';
import { httpOperations } from './matrix/matrix-requests.ts';
import { writeWorld } from './matrix/matrix-world.ts';

/** Operations with which presenters load entities in any request. */
const LOADING: readonly string[] = [getEntities.name, findExisting.name, findShown.name];

/** Operations that only fields below the root of a query run. */
const BELOW_ROOT = [
  'findShown',
  'getConnectionDetails',
  'getOwnPrivileges',
  'getProfiles',
  'getReportedOperations',
  'getUsage',
  'hasPassword',
  'listDocumentChanges',
  'listLineage',
];

/** Operations that only jobs and webhooks run, with the rights of their owner. */
const IN_JOBS = [
  'applyReversals',
  'editAssets',
  'findEditedAssets',
  'findLostValues',
  'findRefusedEdits',
  'findRunWrites',
  'readWebhookChanges',
];

/** Operations that only the making and the applying of a plan run, with the rights of the caller. */
const IN_PLANS = [
  'findAppliedEdit',
  'findChangedAssets',
  'findEditOfCommit',
  'findUndone',
  'keepEdit',
  'readBounds',
  'readPlanChanges',
  'readUndo',
  'startPlannedEdit',
  'undoDefinitionsOfPlan',
  'undoDeletionOfPlan',
];

/** Operations of routes that exist only with the option `agents.oauth`. */
const WITH_OAUTH = ['authorizeClient'];

/** Operations that a request may run without declaring them. */
const BESIDES: readonly string[] = [...LOADING, ...IN_JOBS];

const OPERATIONS = join(import.meta.dirname, '..', '..', 'src', 'operations');

const documented = documentedNeeds();
const requests = [
  ...graphqlOperations(buildCatalogSchema(), documented),
  ...httpOperations(documented),
  ...restliOperations(documented),
];

let root: TestServer;
let declared: ReadonlyMap<string, readonly string[]>;
let ran: MockInstance<Requester['run']>;

beforeAll(async () => {
  declared = await readDeclared();
  root = await startServer();
  await writeWorld(root);
  ran = vi.spyOn(Requester.prototype, 'run');
});
afterAll(async () => {
  ran.mockRestore();
  await root.stop();
});

/** Names of operations by name of request, as in the matrix. */
async function readDeclared(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { queries, mutations, paths, actions } = await readDeclaredRequests();
  const below = (of: typeof paths, name: (outer: string, inner: string) => string) =>
    Object.entries(of).flatMap(([outer, inners]) =>
      Object.entries(inners).map(([inner, declaration]) => [name(outer, inner), declaration] as const),
    );
  const all = [
    ...below({ query: queries, mutation: mutations }, (kind, field) => `${kind} ${field}`),
    ...below(paths, (path, method) => `${method} ${path}`),
    ...below(actions, (resource, action) => `${resource}?action=${action}`),
    ...RESOURCES.flatMap(({ name, get, list }) => [
      ...(get === undefined ? [] : [[`GET /${name}/`, get.declared] as const]),
      ...(list === undefined ? [] : [[`GET /${name}?`, list.declared] as const]),
    ]),
  ];
  return new Map(all.map(([name, { operations }]) => [name, operations]));
}

function declaredBy({ name }: Operation): readonly string[] {
  const read = /^GET \/\w+[/?]/.exec(name)?.[0] ?? name;
  const found = declared.get(name) ?? declared.get(read);
  if (found === undefined) throw new Error(`${name} declares nothing.`);
  return found;
}

/** GraphQL fields load entities when their fields are selected. */
function mayComeLater({ protocol }: Operation, name: string): boolean {
  return protocol === 'graphql' && LOADING.includes(name);
}

/** Sends the request and returns the names of the operations that it ran. */
async function operationsOf(request: Operation, asking: Asking): Promise<ReadonlySet<string>> {
  ran.mockClear();
  const { method, path, body, headers } = request.wish(asking);
  await root.request(method, path, body, headers);
  const names = new Set(ran.mock.calls.map(([{ name }]) => name));
  if (mayChange(request)) await writeWorld(root);
  return names;
}

/** Names of all operations that are defined. */
async function definedOperations(): Promise<readonly string[]> {
  const files = readdirSync(OPERATIONS, { encoding: 'utf8', recursive: true });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file): Promise<Readonly<Record<string, unknown>>> => import(join(OPERATIONS, file))),
  );
  return modules.flatMap((module) => Object.values(module).flatMap(nameOf));
}

function nameOf(exported: unknown): readonly string[] {
  const parts = ['name', 'needs', 'run'].map((part) => jsonAt(exported, part));
  return parts.includes(undefined) ? [] : [String(parts[0])];
}

it('every operation has a unique name, and a field, route, action or tool that runs it', async () => {
  const defined = await definedOperations();
  expect(defined.length).toBeGreaterThan(150);
  expect([...new Set(defined)].sort()).toEqual([...defined].sort());
  const byTools = [...TOOLS, ...DATAHUB_TOOLS].flatMap(({ operations }) =>
    operations.map(({ name }) => name),
  );
  const reached = new Set([...[...declared.values()].flat(), ...byTools]);
  const others = [...BELOW_ROOT, ...IN_JOBS, ...IN_PLANS, ...WITH_OAUTH].filter(
    (name) => !byTools.includes(name),
  );
  expect(defined.filter((name) => !reached.has(name)).sort()).toEqual(others.sort());
});

it(`each of ${requests.length} requests runs what it declares, and nothing else`, async () => {
  const asking = { urn: userUrn('admin'), token: root.token, tokenId: 'x' };
  const undeclared: string[] = [];
  const idle: string[] = [];
  for (const request of requests) {
    const names = await operationsOf(request, asking);
    const expected = declaredBy(request);
    const more = [...names].filter((name) => !expected.includes(name) && !BESIDES.includes(name));
    if (more.length > 0) undeclared.push(`${request.name} runs ${more.join()}`);
    const runsOne = expected.some((name) => names.has(name) || mayComeLater(request, name));
    if (expected.length > 0 && !runsOne) idle.push(`${request.name} runs none of ${expected.join()}`);
  }
  expect({ undeclared, idle }).toEqual({ undeclared: [], idle: [] });
});
