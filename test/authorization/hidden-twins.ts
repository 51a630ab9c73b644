import { expect } from 'vitest';
import { clientOf, datasetUrn, propertyUrn, type Value } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

/** A catalog as seen by its root actor, and by an actor who may do nearly everything except see salaries. */
export interface Twin {
  readonly admin: TestServer;
  readonly blind: TestServer;
}

/** Two catalogs that differ in values of the property `salary` and in nothing else, down to the times of writes. */
export interface Twins extends AsyncDisposable {
  readonly withSalaries: Twin;
  readonly without: Twin;
}

/** Has two values of `team`, with changes of `salary` before, between and after them. */
export const MIXED = datasetUrn('mixed');
/** Has `salary` only. */
export const ONLY = datasetUrn('only');
/** Had `salary` once. */
export const ONCE = datasetUrn('once');
export const COLUMN = `urn:li:schemaField:(${MIXED},pay)`;
/** A column that has nothing else. */
export const BARE = `urn:li:schemaField:(${MIXED},bonus)`;
export const SALARY = propertyUrn('salary');
/** Excluded by the same policy, and does not exist. */
export const NEVER = propertyUrn('never');

const BEGINNING = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Builds both catalogs in the same steps. */
export async function startTwins(): Promise<Twins> {
  const [withSalaries, without] = [await startTwin(true), await startTwin(false)];
  return {
    withSalaries,
    without,
    [Symbol.asyncDispose]: async () => {
      await withSalaries.admin.stop();
      await without.admin.stop();
    },
  };
}

async function startTwin(hasSalaries: boolean): Promise<Twin> {
  const clock = { now: BEGINNING };
  const admin = await startServer({ environment: { now: () => clock.now } });
  const twin = { admin, blind: await addBlindActor(admin) };
  await defineProperties(admin);
  for (const urn of [MIXED, ONLY, ONCE]) await writeAspect(admin, urn, 'datasetProperties', { name: 'd' });
  await writeAspect(admin, COLUMN, 'status', { removed: false });
  const assign = async (urn: string, runId: string, values: Record<string, string>): Promise<void> => {
    const { salary, ...seen } = values;
    clock.now += MINUTE;
    if (!hasSalaries && Object.keys(seen).length === 0) return;
    await ingest(admin, urn, { runId, lastObserved: clock.now }, hasSalaries && salary ? values : seen);
  };
  await assign(ONLY, 'payroll', { salary: 'low' });
  await assign(MIXED, 'payroll', { salary: 'high' });
  await assign(MIXED, 'teams', { team: 'red', salary: 'high' });
  await assign(MIXED, 'payroll', { ...(hasSalaries && { team: 'red' }), salary: 'higher' });
  await assign(MIXED, 'teams', { team: 'blue', salary: 'higher' });
  await assign(COLUMN, 'payroll', { salary: 'low' });
  await assign(BARE, 'payroll', { salary: 'low' });
  await assign(ONCE, 'payroll', { salary: 'none' });
  if (hasSalaries) await ingest(admin, ONCE, { runId: 'payroll', lastObserved: clock.now }, {});
  if (hasSalaries)
    await ingest(
      admin,
      MIXED,
      { runId: 'payroll', lastObserved: clock.now },
      { team: 'blue', salary: 'highest' },
    );
  clock.now += MINUTE;
  return twin;
}

async function addBlindActor(admin: TestServer): Promise<TestServer> {
  await hideEverything(admin);
  const blind = await addActor(admin, 'blind');
  const actors = { users: [userUrn('blind')] };
  await writePolicy(admin, 'most', {
    privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'CREATE_ENTITY', 'DELETE_ENTITY'],
    actors,
    resources: { allResources: true, privilegeConstraints: matching('URN', [SALARY, NEVER], 'NOT_EQUALS') },
  });
  const privileges = [
    'GET_PLATFORM_EVENTS',
    'GET_METADATA_CHANGE_LOG_EVENTS',
    'MANAGE_STRUCTURED_PROPERTIES',
    'MANAGE_DOCUMENTATION_FORMS',
  ];
  await writePolicy(admin, 'operate', { type: 'PLATFORM', privileges, actors });
  return blind;
}

async function defineProperties(admin: TestServer): Promise<void> {
  const catalog = clientOf(admin);
  const entityTypes = ['dataset', 'schemaField'];
  for (const name of ['team', 'salary']) await catalog.define(name, { entityTypes });
  await writeAspect(admin, SALARY, 'structuredPropertySettings', { showInSearchFilters: true });
}

/** Writes all values of an entity as an ingestion run does. */
async function ingest(
  admin: TestServer,
  urn: string,
  systemMetadata: { readonly runId: string; readonly lastObserved: number },
  values: Record<string, string>,
): Promise<void> {
  const properties = Object.entries(values).map(([name, text]) => ({
    propertyUrn: propertyUrn(name),
    values: [{ string: text }] satisfies Value[],
  }));
  const proposal = {
    entityType: urn.split(':')[2],
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName: 'structuredProperties',
    aspect: { contentType: 'application/json', value: JSON.stringify({ properties }) },
    systemMetadata,
  };
  const { status, text } = await admin.request('POST', '/aspects?action=ingestProposal', { proposal });
  expect(status, text).toBe(200);
}

/** The answer to an actor with everything that could differ: status, headers and body. */
export type Ask = (as: TestServer) => Promise<unknown>;

/** One request after another, each with its answer. */
export function asking(
  ...requests: readonly (readonly [method: string, path: string, body?: unknown])[]
): Ask {
  return async (as) => {
    const answers: unknown[] = [];
    for (const [method, path, body] of requests) answers.push(await ask(as, method, path, body));
    return answers;
  };
}

/** A GraphQL request with its whole answer. */
export function askingGraphql(query: string, variables: Record<string, unknown> = {}): Ask {
  return (as) => ask(as, 'POST', '/api/graphql', { query, variables });
}

async function ask(as: TestServer, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, headers, text } = await as.request(method, path, body);
  const shown = [...headers].filter(([name]) => !OF_THE_REQUEST.includes(name));
  return { path, status, headers: shown, text: withoutCounts(text) };
}

/** Headers that depend on the request, or on the catalog as a whole. */
const OF_THE_REQUEST = ['date', 'x-request-id', 'x-colophon-sequence', 'traceparent', 'content-length'];

/** Numbers of commits and audit events count the actions of all actors. */
function withoutCounts(text: string): string {
  return text
    .replace(
      /(\\*")(sequence|cursor|offsetId|planToken|requestId|tokenId|telemetryTraceId|telemetryValueTraceId)\1:\s*(\\*"[^"\\]*\\*"|\d+)/g,
      '"$2":0',
    )
    .replace(/"id":"\d+\.(\d+)"/g, '"id":"event.$1"');
}

/** Expects that both catalogs answer the blind actor the same, but not an actor who sees everything. */
export async function expectAlike({ withSalaries, without }: Twins, question: Ask): Promise<void> {
  expect(await question(withSalaries.blind)).toEqual(await question(without.blind));
  expect(await question(withSalaries.admin)).not.toEqual(await question(without.admin));
}
