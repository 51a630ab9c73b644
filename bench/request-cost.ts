/**
 * Measures the processor time of single requests, and compares it with another checkout of this repository:
 *
 *   node bench/request-cost.ts [--base /path/to/checkout] [--entities 2000] [--rounds 9] [--requests 1500] [--only ingest] [--no-write]
 *   node bench/request-cost.ts --definitions 10000 --requests 20     # writes of definitions beside so many others
 *   node bench/request-cost.ts --editor                              # writes of a user who edits by a policy
 *   node bench/request-cost.ts --policies 500                        # reads of a user who sees what so many policies allow
 *
 * The base needs its own node_modules. The servers take turns, in changing order, with the same requests; the ratio is the median of
 * those of the rounds, `spread` its quartiles. `--only` measures the kinds of requests with this text in their name.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadColophon } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine, processorSeconds, untilIdle } from './measurements/machine.ts';
import { quantile, round } from './measurements/statistics.ts';
import { COLOPHON, startColophon, type ColophonServer } from './systems/colophon-server.ts';
import { HttpClient } from './systems/http-client.ts';
import { RunScope } from './systems/run-scope.ts';
import { DEFINITIONS, PROPERTIES, asOpenApiV3, entity, graphqlBody } from './workload.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    base: { type: 'string' },
    entities: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '1500' },
    definitions: { type: 'string', default: '0' },
    policies: { type: 'string', default: '0' },
    editor: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: true },
  },
});
const ENTITIES = Number(options.entities);
const ROUNDS = Number(options.rounds);
const REQUESTS = Number(options.requests);
const DEFINED = Number(options.definitions);
const POLICIES = Number(options.policies);

/** Kinds of requests: sends the n-th of its kind. */
type Kinds = Readonly<Record<string, (client: HttpClient, n: number) => Promise<string>>>;

const OF_ASSETS: Kinds = {
  search: (client, n) => client.post('/api/graphql', graphqlBody('firstPage', n)),
  dataset: (client, n) =>
    graphql(client, 'query q($urn: String!) { dataset(urn: $urn) { urn properties { name } } }', {
      urn: urnOf(n),
    }),
  'add a tag': (client, n) =>
    graphql(client, 'mutation m($input: TagAssociationInput!) { addTag(input: $input) }', {
      input: { tagUrn: 'urn:li:tag:paired', resourceUrn: urnOf(n) },
    }),
  'upsert by REST': (client, n) =>
    client.post(
      '/openapi/v3/entity/dataset?async=false',
      JSON.stringify([{ urn: urnOf(n), status: { value: { removed: n % 2 === 0 } } }]),
    ),
  'upsert properties by REST': (client, n) => {
    const { structuredProperties } = asOpenApiV3(entity(n));
    return client.post(
      '/openapi/v3/entity/dataset?async=false',
      JSON.stringify([{ urn: urnOf(n), structuredProperties }]),
    );
  },
  'ingest 100 entities': (client, n) => {
    const batch = Array.from({ length: 100 }, (_, i) => {
      const { structuredProperties } = asOpenApiV3(entity(n * 100 + i + 1));
      return { urn: urnOf(n * 100 + i), structuredProperties };
    });
    return client.post('/openapi/v3/entity/dataset?async=false', JSON.stringify(batch));
  },
};

/** Writes whose rights are judged: nothing is denied to the root user. */
const OF_EDITORS: Kinds = {
  'add a tag': (client, n) =>
    graphql(client, 'mutation m($input: TagAssociationInput!) { addTag(input: $input) }', {
      input: { tagUrn: 'urn:li:tag:paired', resourceUrn: urnOf(n) },
    }),
  'upsert properties': (client, n) => {
    const { retention, team } = entity(n + 1);
    const assigned = [
      {
        structuredPropertyUrn: `urn:li:structuredProperty:${PROPERTIES.team}`,
        values: [{ stringValue: team }],
      },
      {
        structuredPropertyUrn: `urn:li:structuredProperty:${PROPERTIES.retention}`,
        values: [{ numberValue: retention }],
      },
    ];
    const mutation =
      'mutation m($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }';
    const input = { assetUrn: urnOf(n), structuredPropertyInputParams: assigned };
    return graphql(client, mutation, { input });
  },
};

const OF_DEFINITIONS: Kinds = {
  'create a definition': (client, n) => define(client, [definition('new', n)]),
  'change a definition': (client, n) =>
    define(client, [definition('beside', n % DEFINED, `Changed by request ${n}`)]),
};

const SEARCH =
  'query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total searchResults { entity { urn type } } } }';
const searchFor =
  (input: object) =>
  (client: HttpClient): Promise<string> =>
    graphql(client, SEARCH, { input: { start: 0, count: 10, ...input } });

const OF_USERS: Kinds = {
  'search for a word': searchFor({ query: 'sales', types: ['DATASET'] }),
  'search in all types': searchFor({ query: '*' }),
  dataset: (client, n) =>
    graphql(client, 'query q($urn: String!) { dataset(urn: $urn) { urn } }', { urn: urnOf(n) }),
};
const KINDS_OF = { definition: OF_DEFINITIONS, policy: OF_USERS, editor: OF_EDITORS, request: OF_ASSETS };
const SUBJECT = subjectOf();
const KINDS: Kinds = Object.fromEntries(
  Object.entries(KINDS_OF[SUBJECT]).filter(([kind]) => kind.includes(options.only)),
);
const BATCH = 500;

function subjectOf(): keyof typeof KINDS_OF {
  if (DEFINED > 0) return 'definition';
  if (POLICIES > 0) return 'policy';
  return options.editor ? 'editor' : 'request';
}

/** The n-th definition of a family, as OpenAPI v3 takes it. */
function definition(family: string, n: number, description = ''): object {
  const [{ aspect } = { aspect: {} }] = DEFINITIONS;
  const name = `bench.${family}.${n}`;
  const value = { ...aspect, qualifiedName: name, displayName: name, description };
  return { urn: `urn:li:structuredProperty:${name}`, propertyDefinition: { value } };
}

function define(client: HttpClient, definitions: readonly object[]): Promise<string> {
  return client.post('/openapi/v3/entity/structuredproperty?async=false', JSON.stringify(definitions));
}

async function defineMany(client: HttpClient): Promise<void> {
  const all = Array.from({ length: DEFINED }, (_, n) => definition('beside', n));
  for (let from = 0; from < DEFINED; from += BATCH) await define(client, all.slice(from, from + BATCH));
}

interface BenchPolicy {
  readonly privileges: readonly string[];
  /** Criteria of the datasets besides their type. */
  readonly criteria?: readonly object[];
}

/** Policies that each show a part of the datasets by urn prefix. */
function viewingParts(): readonly BenchPolicy[] {
  return Array.from({ length: POLICIES }, (_, i) => ({
    privileges: ['VIEW_ENTITY_PAGE'],
    criteria: [
      {
        field: 'URN',
        values: [`urn:li:dataset:(urn:li:dataPlatform:hive,db${i}.`],
        condition: 'STARTS_WITH',
      },
    ],
  }));
}

const EDITING: readonly BenchPolicy[] = [
  { privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY_TAGS'] },
];

/** Creates a user with these policies on datasets; connects as the user. */
async function connectAsUser(
  server: ColophonServer,
  root: HttpClient,
  granted: readonly BenchPolicy[],
): Promise<HttpClient> {
  const user = 'urn:li:corpuser:of.policies';
  const policies = granted.map(({ criteria = [], privileges }, i) => {
    const ofType = { field: 'TYPE', values: ['dataset'], condition: 'EQUALS' };
    const value = {
      displayName: `Policy ${i}`,
      description: '',
      type: 'METADATA',
      state: 'ACTIVE',
      editable: true,
      privileges,
      actors: { users: [user], groups: [], allUsers: false, allGroups: false, resourceOwners: false },
      resources: { filter: { criteria: [ofType, ...criteria] } },
    };
    return { urn: `urn:li:dataHubPolicy:bench-${i}`, dataHubPolicyInfo: { value } };
  });
  await root.post('/openapi/v3/entity/datahubpolicy?async=false', JSON.stringify(policies));
  if (SUBJECT === 'policy') {
    const urn = 'urn:li:dataHubPolicy:view-entity-page-all';
    await graphql(root, 'mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
  }
  const asked = { name: 'bench', actorUrn: user, durationMs: null };
  const answer = await root.post('/api/colophon/v1/tokens', JSON.stringify(asked));
  const { token } = JSON.parse(answer) as { readonly token: string };
  return new HttpClient(server.url, { authorization: `Bearer ${token}` });
}

/** The client whose requests are measured. */
async function clientOf(server: ColophonServer, root: HttpClient): Promise<HttpClient> {
  switch (SUBJECT) {
    case 'policy':
      return connectAsUser(server, root, viewingParts());
    case 'editor':
      return connectAsUser(server, root, EDITING);
    default:
      return root;
  }
}

function urnOf(n: number): string {
  return entity((n * 7919) % ENTITIES).urn;
}

async function graphql(client: HttpClient, query: string, variables: object): Promise<string> {
  const answer = await client.post('/api/graphql', JSON.stringify({ query, variables }));
  if (answer.includes('"errors":')) throw new Error(answer.slice(0, 500));
  return answer;
}

/** Processor time of one request in all threads of the server, in µs. */
async function costOf(
  server: ColophonServer,
  client: HttpClient,
  kind: string,
  from: number,
): Promise<number> {
  const send = KINDS[kind];
  const before = processorSeconds(server.process.pid) ?? 0;
  for (let n = from; n < from + REQUESTS; n++) await send?.(client, n);
  return (((processorSeconds(server.process.pid) ?? 0) - before) * 1e6) / REQUESTS;
}

using scope = new RunScope();
const machine = await describeMachine();
const programs = {
  here: COLOPHON,
  ...(options.base !== undefined && { base: join(options.base, 'colophon') }),
};
const servers: { readonly name: string; readonly server: ColophonServer; readonly client: HttpClient }[] = [];
for (const [name, program] of Object.entries(programs)) {
  const server = await startColophon(scope, scope.subfolder(name), {}, program);
  const client = server.connect();
  await loadColophon(server, client, ENTITIES);
  await defineMany(client);
  await untilIdle(server.process.pid);
  await graphql(client, 'mutation m($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: 'paired', name: 'paired' },
  });
  servers.push({ name, server, client: await clientOf(server, client) });
}
const costs: Record<string, Record<string, number[]>> = {};
for (let number = 0; number <= ROUNDS; number++) {
  for (const kind of Object.keys(KINDS)) {
    for (const { name, server, client } of number % 2 === 0 ? servers : servers.toReversed()) {
      const cost = await costOf(server, client, kind, number * REQUESTS);
      // The first round is warm-up.
      if (number > 0) ((costs[kind] ??= {})[name] ??= []).push(cost);
    }
  }
}
for (const { client } of servers) client[Symbol.dispose]();
const requests = Object.fromEntries(
  Object.entries(costs).map(([kind, of]) => {
    const [here = [], base] = [of['here'], of['base']];
    const microseconds = round(quantile(here, 0.5));
    if (base === undefined) return [kind, { microseconds }];
    const ratios = here.map((cost, i) => cost / (base[i] ?? NaN));
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((at) => round(quantile(ratios, at)));
    const paired = { base: round(quantile(base, 0.5)), ratio, spread: `${low} to ${high}` };
    return [kind, { microseconds, ...paired }];
  }),
);
console.table(requests);
console.log(`${machine.cores} cores, ${machine.cpu}, idle before: ${machine.idle * 100} %`);
if (options.write) {
  const result = {
    date: new Date().toISOString(),
    commit: commitOfTree(),
    entities: ENTITIES,
    ...(DEFINED > 0 && { definitions: DEFINED }),
    ...(POLICIES > 0 && { policies: POLICIES }),
    machine,
    requests,
  };
  const file = join(import.meta.dirname, 'results', `${result.date.slice(0, 10)}-${SUBJECT}-cost.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}
