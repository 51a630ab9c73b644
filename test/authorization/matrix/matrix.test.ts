import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../../src/api/graphql/catalog-schema.ts';
import { ChangedEntities } from '../../support/changed-entities.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, asBearer, userUrn, withToken } from '../../support/test-actors.ts';
import type { Person } from './default-grants.ts';
import { documentedNeeds } from './documented-needs.ts';
import { restliOperations } from './matrix-actions.ts';
import { expectedOutcome, type Outcome } from './matrix-expectations.ts';
import { graphqlOperations } from './matrix-graphql.ts';
import { mayChange, mayDelete, type Asking, type Operation } from './matrix-operations.ts';
import { httpOperations } from './matrix-requests.ts';
import { LOST_ASPECT, loseAspect, referencesRemoved, writeWorld } from './matrix-world.ts';
import { outcomeOf } from './outcome-of.ts';

interface Caller {
  readonly name: string;
  /** Undefined for an unauthenticated caller. */
  readonly person: Person | undefined;
  readonly server: TestServer;
  readonly asking: Asking;
}

const ADMIN = userUrn('admin');
const PEOPLE: Readonly<Record<string, Person>> = {
  reader: { role: 'Reader', isOwner: false, onlyReads: false },
  editor: { role: 'Editor', isOwner: false, onlyReads: false },
  owner: { role: undefined, isOwner: true, onlyReads: false },
  admin: { role: 'Admin', isOwner: false, onlyReads: false },
};
const NARROWED: Person = { role: 'Admin', isOwner: false, onlyReads: true };

const documented = documentedNeeds();
const operations = [
  ...graphqlOperations(buildCatalogSchema(), documented),
  ...httpOperations(documented),
  ...restliOperations(documented),
];

let now = 1_700_000_000_000;
let root: TestServer;
let changes: ChangedEntities;
const callers: Caller[] = [];

beforeAll(async () => {
  root = await startServer({
    options: {
      'limits.refusalsPerSecond': 1_000_000,
    },
    environment: { now: () => now },
  });
  for (const [name, person] of Object.entries(PEOPLE)) {
    const server = await addActor(root, name, { roles: person.role === undefined ? [] : [person.role] });
    callers.push({ name, person, server, asking: await spareToken(userUrn(name)) });
  }
  const narrowed = await withToken(root, ADMIN, { readOnly: true });
  callers.push({ name: 'narrowed', person: NARROWED, server: narrowed, asking: await spareToken(ADMIN) });
  const expired = await issueToken(1_000);
  const revoked = await issueToken(1_000_000);
  now += 1_001;
  await root.request('DELETE', `/api/colophon/v1/tokens/${revoked.id}`);
  const useless = {
    'no token': '',
    'a wrong token': 'colophon_00',
    'an expired token': expired.token,
    'a revoked token': revoked.token,
  };
  for (const [name, token] of Object.entries(useless)) {
    const asking = { urn: ADMIN, token: 'x', tokenId: 'x' };
    callers.push({ name, person: undefined, server: asBearer(root, token), asking });
  }
  await writeWorld(root);
  changes = await ChangedEntities.from(root);
});
afterAll(() => root.stop());

async function issueToken(
  durationMs: number | null,
  actorUrn = ADMIN,
): Promise<{ id: string; token: string }> {
  const body = { name: 'x', actorUrn, durationMs };
  const { json, status, text } = await root.request('POST', '/api/colophon/v1/tokens', body);
  if (status !== 201) throw new Error(text);
  return json;
}

async function spareToken(urn: string): Promise<Asking> {
  const { id, token } = await issueToken(null, urn);
  return { urn, token, tokenId: id };
}

function ask({ server, asking }: Caller, { wish }: Operation): Promise<Answer> {
  const { method, path, body, headers } = wish(asking);
  return server.request(method, path, body, headers);
}

/** Differences from the documentation, one line per request; callers who are refused ask first. */
async function differences(operation: Operation): Promise<readonly string[]> {
  const expected = (caller: Caller): Outcome => expectedOutcome(operation, caller.person, documented);
  const [served, refused] = [true, false].map((isServed) =>
    callers.filter((caller) => (expected(caller) === 'answered') === isServed),
  );
  const found: string[] = [];
  const check = async (caller: Caller): Promise<void> => {
    const answer = await ask(caller, operation);
    const outcome = outcomeOf(operation.protocol, answer);
    if (outcome === expected(caller)) return;
    // Requests that start a session present other credentials than a token, which were invalid.
    if (operation.need.kind === 'nothing' && outcome === 'unauthenticated') return;
    found.push(
      `${operation.name} by ${caller.name} must be ${expected(caller)}: ${outcome} (${answer.text})`,
    );
  };
  if (operation.changes.some(({ aspect }) => aspect === LOST_ASPECT)) await loseAspect(root);
  await changes.next();
  const before = changes.position;
  for (const caller of refused ?? []) await check(caller);
  await changes.next();
  if (changes.position !== before) found.push(`${operation.name} wrote something for a refused caller`);
  for (const caller of served ?? []) {
    await check(caller);
    if (mayChange(operation)) await writeWorld(root, await changes.next());
  }
  if (mayDelete(operation)) await referencesRemoved(root);
  return found;
}

describe.each(['graphql', 'openapi', 'restli', 'colophon'] as const)('every operation of %s', (protocol) => {
  it('is permitted to exactly the documented callers', async () => {
    const found: string[] = [];
    for (const operation of operations) {
      if (operation.protocol === protocol) found.push(...(await differences(operation)));
    }
    expect(found).toEqual([]);
    // Each deletion waits for the index, a second with OpenSearch.
  }, 900_000);
});
