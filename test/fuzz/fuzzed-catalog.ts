import { expect } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** Part of all names and values in the catalog. Requests of fuzzers without read access never contain it. */
export const NEEDLE = 'needle7f3a';

/** Fuzzing actors: all privileges, read everything, no privileges, unauthenticated. */
export const FUZZERS = ['root', 'reader', 'stranger', 'nobody'] as const;

export type Fuzzer = (typeof FUZZERS)[number];

/** A server with data of all kinds, and tokens of the fuzzers. */
export interface FuzzedCatalog {
  readonly server: TestServer;
  /** Access tokens; undefined for `nobody`. */
  readonly tokens: Readonly<Record<Fuzzer, string | undefined>>;
  /** Urns of its entities. */
  readonly urns: readonly string[];
}

const READER = 'urn:li:corpuser:reader';
const STRANGER = 'urn:li:corpuser:stranger';
/** Default policies that let all users read; they are deactivated. */
const OPEN_POLICIES = ['7', 'view-entity-page-all', 'view-dataset-sensitive', 'asset-owners-metadata-policy'];

const DATASETS = Array.from({ length: 5 }, (_, i) => datasetUrn(`${NEEDLE}.t${i}`));
const PROPERTY = propertyUrn(`${NEEDLE}.tier`);
const NUMBER = propertyUrn(`${NEEDLE}.days`);
const TAG = `urn:li:tag:${NEEDLE}`;
const TERM = `urn:li:glossaryTerm:${NEEDLE}`;
const DOMAIN = `urn:li:domain:${NEEDLE}`;

/** Starts a server with data of all kinds, with a refusal limit too high to interfere. */
export async function startFuzzedCatalog(): Promise<FuzzedCatalog> {
  const server = await startServer({ options: { 'limits.refusalsPerSecond': 1_000_000 } });
  const write = async (urn: string, aspect: string, value: unknown): Promise<void> => {
    const { status, text } = await server.request('POST', aspectPath(urn, aspect), value);
    if (status !== 200) throw new Error(`${urn} ${aspect}: ${status} ${text}`);
  };
  await write(PROPERTY, 'propertyDefinition', definition(`${NEEDLE}.tier`));
  await write(NUMBER, 'propertyDefinition', definition(`${NEEDLE}.days`, { type: 'number' }));
  await write(TAG, 'tagProperties', { name: NEEDLE });
  await write(TERM, 'glossaryTermInfo', { definition: NEEDLE, termSource: 'INTERNAL', name: NEEDLE });
  await write(DOMAIN, 'domainProperties', { name: NEEDLE });
  for (const [i, urn] of DATASETS.entries()) {
    await write(urn, 'datasetProperties', { name: `${NEEDLE} ${i}`, description: NEEDLE });
    await write(urn, 'globalTags', { tags: [{ tag: TAG }] });
    await write(urn, 'structuredProperties', {
      properties: [
        { propertyUrn: PROPERTY, values: [{ string: `${NEEDLE}-gold` }] },
        { propertyUrn: NUMBER, values: [{ double: i }] },
      ],
    });
  }
  await write(READER, 'roleMembership', { roles: ['urn:li:dataHubRole:Reader'] });
  for (const user of [READER, STRANGER]) {
    await write(user, 'corpUserInfo', { active: true, displayName: 'somebody' });
  }
  for (const id of OPEN_POLICIES) await closePolicy(server, `urn:li:dataHubPolicy:${id}`);
  const tokens = {
    root: server.token,
    reader: await tokenFor(server, READER),
    stranger: await tokenFor(server, STRANGER),
    nobody: undefined,
  };
  return { server, tokens, urns: [...DATASETS, PROPERTY, NUMBER, TAG, TERM, DOMAIN, READER] };
}

/** Audited changes of a fuzzer, except to their own profile and personal views, which all users may change. */
export async function changesBy(server: TestServer, fuzzer: Fuzzer): Promise<readonly string[]> {
  const query = `query c($actor: String!) {
    auditEvents(input: { actorUrns: [$actor], kinds: [CHANGE], count: 1000 }) {
      events { entityUrn aspectName request { operation } }
    }
  }`;
  const actor = `urn:li:corpuser:${fuzzer}`;
  const { data } = await server.graphql(query, { actor });
  const events: { entityUrn: string; aspectName: string; request: { operation: string } }[] =
    data.auditEvents.events;
  const changes: string[] = [];
  for (const { entityUrn, aspectName, request } of events) {
    if (entityUrn === actor || (await isPersonal(server, entityUrn, actor))) continue;
    changes.push(`${request.operation}: ${aspectName} of ${entityUrn}`);
  }
  return changes;
}

/** Where personal things that everyone may write have their scope and creator. */
const PERSONAL: readonly (readonly [entityType: string, aspectName: string])[] = [
  ['dataHubView', 'dataHubViewInfo'],
  ['dataHubPageModule', 'dataHubPageModuleProperties'],
  ['dataHubPageTemplate', 'dataHubPageTemplateProperties'],
];

/** Whether it is a personal view of the actor, or a personal part of their home page. */
async function isPersonal(server: TestServer, urn: string, actor: string): Promise<boolean> {
  const [, aspectName] = PERSONAL.find(([type]) => urn.startsWith(`urn:li:${type}:`)) ?? [];
  if (aspectName === undefined) return false;
  const { json } = await server.request('GET', aspectPath(urn, aspectName, 'v3'));
  const { type, visibility, created } = json.value;
  return (visibility?.scope ?? type) === 'PERSONAL' && created.actor === actor;
}

/** Runs the doctor and expects no differences between index and store. */
export async function expectSoundIndex(server: TestServer): Promise<void> {
  const { json: job } = await server.request('POST', '/api/colophon/v1/doctor', {});
  const report = async () => (await server.request('GET', `/api/colophon/v1/doctor/${job.id}`)).json;
  await expect.poll(async () => (await report()).state).toBe('succeeded');
  expect((await report()).result).toMatchObject({ missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 });
}

async function closePolicy(server: TestServer, urn: string): Promise<void> {
  const path = aspectPath(urn, 'dataHubPolicyInfo', 'v3');
  const { json } = await server.request('GET', path);
  const closed = { ...json.value, state: 'INACTIVE' };
  const { status, text } = await server.request('POST', aspectPath(urn, 'dataHubPolicyInfo'), closed);
  if (status !== 200) throw new Error(`${urn}: ${status} ${text}`);
}

async function tokenFor(server: TestServer, actorUrn: string): Promise<string> {
  const body = { name: 'fuzz', actorUrn, durationMs: null };
  const { status, json, text } = await server.request('POST', '/api/colophon/v1/tokens', body);
  if (status !== 201) throw new Error(`token: ${status} ${text}`);
  return json.token;
}
