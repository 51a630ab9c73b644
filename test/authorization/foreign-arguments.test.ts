import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { RESOURCE_PRIVILEGES } from '../../src/model/access/privileges.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../support/test-actors.ts';
import { documentedNeeds } from './matrix/documented-needs.ts';
import { ChangedEntities } from '../support/changed-entities.ts';
import { documentOf, foreignRequests, type ForeignRequest, type Twin } from './foreign-arguments.ts';
import { restliOperations } from './matrix/matrix-actions.ts';
import { graphqlOperations } from './matrix/matrix-graphql.ts';
import { httpOperations } from './matrix/matrix-requests.ts';
import { WORLD, worldBodies, writeBodies, writeWorld, type Body } from './matrix/matrix-world.ts';

/** Text in all hidden entities, which no answer may contain. */
const SECRET = 'only-for-others';

/** Urns of the world that its twins share: entities without owner, on which no entity privilege counts. */
const SHARED: readonly string[] = [WORLD.dataHubRole, WORLD.structuredProperty];

const inWorld =
  (world: string) =>
  (urn: string): string =>
    SHARED.includes(urn)
      ? urn
      : urn.replace(/([:,(])(a|b|parent|somebody|service_a)(?=[,)]|$)/g, `$1$2.${world}`);
const TWINS = {
  seen: inWorld('seen'),
  hidden: inWorld('hidden'),
  missing: inWorld('missing'),
};

/** Permitted changes of foreign entities, and permitted creations under names of their types. */
const EXCEPTIONS: readonly (readonly [request: RegExp, reason: string])[] = [
  [
    /^batch(AddTo|RemoveFrom)DataProducts\(input\.dataProductUrns\.\*: seen /,
    'as in DataHub, an asset enters and leaves data products by the privilege on the asset alone',
  ],
  [
    /^(add|remove)GroupMembers\(input\.userUrns\.\*: (seen|hidden) /,
    'the members of a group are stored with the users, whom the privilege on the group suffices to name',
  ],
  [/^upsertCustomAssertion\(urn: missing /, 'a new assertion of the own dataset, under a name that is free'],
  [/^createDataProduct\(input\.id: missing /, 'a new data product of the own domain, likewise'],
  [/^createGlossary(Node|Term)\(input\.id: missing /, 'a new part of the own glossary node, likewise'],
];

const schema = buildCatalogSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const documented = documentedNeeds();
const operations = graphqlOperations(schema, documented);
const baseOf = new Map(
  operations.map(({ name, wish }) => {
    const { body } = wish({ urn: userUrn('caller'), token: 'x', tokenId: 'x' });
    const { variables } = body as { readonly variables: Readonly<Record<string, unknown>> };
    return [name, variables] as const;
  }),
);
const cases = mutations.map((field) => {
  const base = baseOf.get(`mutation ${field.name}`) ?? {};
  const own: ForeignRequest = {
    name: field.name,
    query: documentOf('mutation', field, base),
    variables: base,
  };
  return { field, own, foreign: foreignRequests('mutation', field, base, TWINS) };
});
const count = cases.reduce((sum, { foreign }) => sum + foreign.length, 0);

/** Queries that name foreign entities. */
const questions = queries.flatMap((field) =>
  foreignRequests('query', field, baseOf.get(`query ${field.name}`) ?? {}, TWINS),
);

/** Requests to all routes and actions that name foreign entities where those of the matrix name own ones. */
const calls = [...httpOperations(documented), ...restliOperations(documented)].flatMap(({ name, wish }) => {
  const asked = wish({ urn: userUrn('caller'), token: 'x', tokenId: 'x' });
  return Object.entries(TWINS).flatMap(([world, twin]) => {
    const foreign = { ...asked, path: renamed(asked.path, twin), body: renamedBody(asked.body, twin) };
    return JSON.stringify(foreign) === JSON.stringify(asked)
      ? []
      : [{ name: `${name}: ${world}`, ...foreign }];
  });
});

/** A text in which the urns of the world, encoded or not, are replaced by their twins; longer ones first. */
function renamed(text: string, twin: Twin): string {
  return Object.values(WORLD)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((urn) => [
      [urn, twin(urn)] as const,
      [encodeURIComponent(urn), encodeURIComponent(twin(urn))] as const,
    ])
    .reduce((all, [urn, other]) => all.replaceAll(urn, other), text);
}

function renamedBody(body: unknown, twin: Twin): unknown {
  return body === undefined ? undefined : JSON.parse(renamed(JSON.stringify(body), twin));
}

let root: TestServer;
let caller: TestServer;

const own: readonly Body[] = [
  ...worldBodies(),
  { urn: 'urn:li:dataContract:a', dataContractProperties: { value: { entity: WORLD.dataset } } },
];
const hidden = twinBodies('hidden');
const others = [...twinBodies('seen'), ...hidden];

/** Foreign entities, and those that must not be created. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...others.map(({ urn }) => urn),
  ...own.map(({ urn }) => TWINS.missing(urn)).filter((urn) => urn.includes('missing')),
]);
const WATCHED = FOREIGN.union(new Set(own.map(({ urn }) => urn)));

/** Writes of all aspects of foreign and of missing entities, in every interface. */
const writes = [...others, ...twinBodies('missing')].flatMap((body) => {
  const { urn, ...aspects } = body;
  return Object.entries(aspects).flatMap(([name, value]) => writesOf(urn, name, jsonAt(value, 'value')));
});

/** Twin of the world; in the hidden one all strings are the secret. */
function twinBodies(world: keyof typeof TWINS): readonly Body[] {
  const text = JSON.stringify(own.filter(({ urn }) => !SHARED.includes(urn)));
  const urns = [...new Set([...Object.values(WORLD), ...own.map(({ urn }) => urn)])].sort(
    (a, b) => b.length - a.length,
  );
  const renamed = urns.reduce((all, urn) => all.replaceAll(`"${urn}"`, `"${TWINS[world](urn)}"`), text);
  const bodies: readonly Body[] = JSON.parse(
    world === 'hidden'
      ? renamed.replaceAll(/"(name|title|description|note)":"[xyab]"/g, `"$1":"${SECRET}"`)
      : renamed,
  );
  return bodies;
}

type Write = readonly [method: string, path: string, body?: unknown];

function writesOf(urn: string, aspect: string, value: unknown): readonly Write[] {
  const type = urn.split(':')[2] ?? '';
  const mine = own.find((body) => body.urn.startsWith(`urn:li:${type}:`));
  const [v2, v3] = (['v2', 'v3'] as const).map((version) => `/openapi/${version}/entity/${type}`);
  const id = encodeURIComponent(urn);
  const patch = [{ op: 'add', path: '', value }];
  const proposal = (changeType: string): object => ({
    entityType: type,
    entityUrn: urn,
    aspectName: aspect,
    changeType,
    ...(changeType !== 'DELETE' && {
      aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    }),
  });
  return [
    ['POST', `${v2}/${id}/${aspect}`, value],
    ['POST', `${v3}/${id}/${aspect}?createIfNotExists=false`, { value }],
    ['POST', `${v3}?createIfNotExists=false`, [mine, { urn, [aspect]: { value } }]],
    ['PATCH', `${v3}/${id}/${aspect}`, { patch }],
    ['PATCH', v3 ?? '', [{ urn, [aspect]: { value: { patch } } }]],
    ['DELETE', `${v3}/${id}/${aspect}`],
    ['DELETE', `${v2}/${id}`],
    ['POST', '/aspects?action=ingestProposal', { proposal: proposal('UPSERT') }],
    ['POST', '/aspects?action=ingestProposal', { proposal: proposal('DELETE') }],
    ['POST', '/entities?action=delete', { urn }],
  ];
}

beforeAll(async () => {
  root = await startServer();
  await writeWorld(root);
  await writeBodies(root, [...own, ...others]);
  await hideEverything(root);
  caller = await addActor(root, 'caller');
  const actors = { users: [userUrn('caller')] };
  await writePolicy(root, 'caller-sees', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors,
    resources: {
      filter: matching(
        'URN',
        hidden.map(({ urn }) => urn),
        'NOT_EQUALS',
      ),
    },
  });
  const privileges = RESOURCE_PRIVILEGES.flatMap((of) => of.privileges.map(({ name }) => name));
  await writePolicy(root, 'caller-owns', {
    privileges: [...new Set(privileges)],
    actors,
    resources: { filter: matching('URN', [...Object.values(WORLD), ...own.map(({ urn }) => urn)]) },
  });
});
afterAll(() => root.stop());

/** Reads entities of any types with all aspects; those that do not exist are absent. */
async function read(urns: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = urns.map((urn) => ({ urn }));
  const byType = Object.groupBy(wanted, ({ urn }) => urn.split(':')[2] ?? '');
  const { json, text } = await root.request('POST', '/openapi/v3/entity/generic/batchGet', byType);
  const found = new Map<string, string>();
  for (const entity of Object.keys(byType).flatMap((type) => jsonItems(json, type))) {
    const urn = jsonAt(entity, 'urn');
    if (typeof urn !== 'string') throw new Error(text);
    found.set(urn, JSON.stringify(entity));
  }
  return found;
}

/** All aspects of all foreign entities, and of those that must not be created. */
function stateOfOthers(): Promise<ReadonlyMap<string, string>> {
  return read([...FOREIGN]);
}

/** Deletes the new ones of entities, and restores all others. */
async function restore(urns: ReadonlySet<string>): Promise<void> {
  const known = [...own, ...others].filter(({ urn }) => urns.has(urn));
  for (const urn of urns.difference(new Set(known.map(({ urn }) => urn)))) {
    await root.request('DELETE', `/openapi/v3/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}`);
  }
  if (known.length > 0) await writeBodies(root, known);
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (urn) => after.get(urn) !== before.get(urn),
  );
}

describe('an actor with every privilege on some entities', { timeout: 500 * count }, () => {
  it(`changes and sees nothing else: ${count} requests of ${mutations.length} mutations that name others`, async () => {
    const found: string[] = [];
    const meant = new Set<unknown>();
    let before = await stateOfOthers();
    expect(before.size).toBe(others.length);
    const changes = await ChangedEntities.from(root);
    for (const { name, query, variables } of cases.flatMap(({ foreign }) => foreign)) {
      const { text, headers, status } = await caller.request('POST', '/api/graphql', { query, variables });
      if (status !== 200 && status !== 403) found.push(`${name}: ${status} ${text}`);
      if (text.includes(SECRET)) found.push(`${name} reveals hidden content: ${text}`);
      if (headers.get('x-colophon-sequence') === null) continue;
      const changed = await changes.next();
      const foreign = [...changed].filter((urn) => FOREIGN.has(urn));
      await restore(changed.intersection(WATCHED));
      if (foreign.length === 0) continue;
      const exception = EXCEPTIONS.find(([request]) => request.test(name));
      if (exception === undefined) found.push(`${name} changes ${foreign.join()}: ${text}`);
      meant.add(exception);
      // Aspects that the change added remain.
      before = await stateOfOthers();
    }
    expect(found).toEqual([]);
    expect(differing(before, await stateOfOthers())).toEqual([]);
    expect(EXCEPTIONS.filter((exception) => !meant.has(exception))).toEqual([]);
  });

  it(`sees nothing else: ${questions.length} requests of ${queries.length} queries that name others`, async () => {
    const plain = questions.find(({ name }) => name === 'dataset(urn: hidden dataset, alone)');
    expect((await root.request('POST', '/api/graphql', plain)).text).toContain(SECRET);
    const shown: string[] = [];
    for (const { name, query, variables } of questions) {
      const { text } = await caller.request('POST', '/api/graphql', { query, variables });
      if (text.includes(SECRET)) shown.push(`${name} reveals hidden content: ${text}`);
    }
    expect(shown).toEqual([]);
  });

  it(`changes and sees nothing else by REST: ${calls.length} requests that name others`, async () => {
    const before = await stateOfOthers();
    const found: string[] = [];
    for (const { name, method, path, body, headers } of calls) {
      const answer = await caller.request(method, path, body, headers);
      if (answer.status >= 500) found.push(`${name}: ${answer.status} ${answer.text}`);
      if (answer.text.includes(SECRET)) found.push(`${name} reveals hidden content: ${answer.text}`);
      const changed =
        answer.headers.get('x-colophon-sequence') === null ? [] : differing(before, await stateOfOthers());
      if (changed.length > 0) found.push(`${name} changes ${changed.join()}: ${answer.text}`);
    }
    expect(found).toEqual([]);
    expect(differing(before, await stateOfOthers())).toEqual([]);
  });

  it('may do everything that needs a privilege on these entities', async () => {
    const refused: string[] = [];
    for (const { own: request } of cases) {
      const need = operations.find(({ name }) => name === `mutation ${request.name}`)?.need;
      if (need?.kind !== 'privilege' || !need.onEntity) continue;
      await writeBodies(root, own);
      const { text } = await caller.request('POST', '/api/graphql', request);
      if (text.includes('"code":403')) refused.push(`${request.name}: ${text}`);
    }
    expect(refused).toEqual([]);
  });

  it(`writes nothing else by REST: ${writes.length} requests that name others`, async () => {
    const before = await stateOfOthers();
    const found: string[] = [];
    for (const [method, path, body] of writes) {
      const { status, text } = await caller.request(method, path, body);
      if (status !== 403) found.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`);
    }
    expect(found).toEqual([]);
    expect(differing(before, await stateOfOthers())).toEqual([]);
  });
});
