/**
 * Measures the cost of authorization: decision and scope of a request with many policies and users, and searches
 * restricted to some domains compared with unrestricted ones.
 *
 *   node bench/authorization.ts [--policies 1000] [--users 10000] [--entities 50000]
 */
import { parseArgs } from 'node:util';
import { createAttributeReader } from '../src/auth/policies/entity-attributes.ts';
import { PolicyAuthorizer } from '../src/auth/policies/policy-authorizer.ts';
import { PolicyDirectory } from '../src/auth/policies/policy-directory.ts';
import { createMetadataChange } from '../src/change/ingest.ts';
import { readRegistry } from '../src/config/read-registry.ts';
import { createDocumentReader } from '../src/effects/index-documents.ts';
import { EffectsRunner } from '../src/effects/runner.ts';
import { loadRegistry } from '../src/model/registry/load-registry.ts';
import type { MetadataChangeProposal } from '../src/model/proposal.ts';
import { parseUrn, type Urn } from '../src/model/urn.ts';
import { createMetadataQuery } from '../src/query/create-query.ts';
import { HierarchyChanges } from '../src/query/inheritance/hierarchy-changes.ts';
import type { PageInput } from '../src/query/metadata-query.ts';
import { EmbeddedSlots } from '../src/search/embedded/embedded-slots.ts';
import { SwappableIndex } from '../src/search/swappable-index.ts';
import { LivePropertyDirectory } from '../src/store/property-directory.ts';
import { openMemoryStore } from '../src/store/sqlite/open.ts';
import type { JsonObject } from '../src/util/json.ts';

const { values } = parseArgs({
  options: {
    policies: { type: 'string', default: '1000' },
    users: { type: 'string', default: '10000' },
    entities: { type: 'string', default: '50000' },
  },
});
const [policies, users, entities] = [values.policies, values.users, values.entities].map(Number);
if (policies === undefined || users === undefined || entities === undefined) throw new Error('no numbers');

const DOMAINS = 20;
const GROUPS = 200;
const BATCH = 500;
const ASSERTIONS = 5_000;

const registry = loadRegistry(readRegistry());
const store = openMemoryStore();
const index = await SwappableIndex.open(new EmbeddedSlots({ root: undefined, documents: '', now: () => 0 }));
const properties = await LivePropertyDirectory.load(store.reader);
const directory = await PolicyDirectory.load(store.reader);
const effects = new EffectsRunner({
  store,
  index,
  slots: index,
  since: 0,
  readDocuments: createDocumentReader(store.reader, registry, properties),
  refresh: async (urns) => {
    await Promise.all([properties.refresh(store.reader, urns), directory.refresh(store.reader, urns)]);
  },
  reload: async () => {
    await Promise.all([properties.reload(store.reader), directory.reload(store.reader)]);
  },
  warn: () => undefined,
});
const change = createMetadataChange({
  store,
  registry,
  settings: {
    enforceEntityTypes: true,
    hardDeleteRequiresSoftDelete: false,
    keywordMaxLength: 4096,
    linkSchemes: ['https'],
  },
  now: () => 0,
  follow: (commit) => effects.follow(commit),
});
const query = createMetadataQuery({
  store,
  index,
  registry,
  properties,
  stages: { all: () => [] },
  hierarchies: new HierarchyChanges(0),
  warn: () => undefined,
});
const readAttributes = createAttributeReader(store, properties);
const authorizer = new PolicyAuthorizer({ directory, properties, readAttributes });

const open = { urn: parseUrn('urn:li:corpuser:datahub'), tokenId: undefined };
const user = (i: number): Urn => parseUrn(`urn:li:corpuser:u${i}`);
const group = (i: number): string => `urn:li:corpGroup:g${i % GROUPS}`;
const domain = (i: number): string => `urn:li:domain:d${i % DOMAINS}`;
const dataset = (i: number): Urn => parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,db.t${i},PROD)`);

await fill(users, (i) => [
  put(user(i), 'nativeGroupMembership', { nativeGroups: [group(i), group(i * 7 + 1)] }),
]);
await fill(policies, (i) => [
  put(parseUrn(`urn:li:dataHubPolicy:p${i}`), 'dataHubPolicyInfo', {
    displayName: `p${i}`,
    description: '',
    type: 'METADATA',
    state: 'ACTIVE',
    privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_TAGS'],
    actors: { groups: [group(i)] },
    resources: { filter: { criteria: [{ field: 'DOMAIN', values: [domain(i)], condition: 'EQUALS' }] } },
  }),
]);
await fill(entities, (i) => [
  put(dataset(i), 'datasetProperties', { name: `table ${i}` }),
  put(dataset(i), 'domains', { domains: [domain(i)] }),
]);

// Assertions about hidden entities are hidden, too, so searches that include assertions must check more.
await fill(Math.min(entities, ASSERTIONS), (i) => [
  put(parseUrn(`urn:li:assertion:a${i}`), 'assertionInfo', {
    type: 'DATASET',
    datasetAssertion: { dataset: dataset(i), scope: 'DATASET_ROWS', operator: 'BETWEEN' },
  }),
]);

const everybody = Array.from({ length: users }, (_, i) => ({ urn: user(i), tokenId: undefined }));
const first = perCall(everybody.length, (i) => authorizer.scopeOf(at(everybody, i)));
const again = perCall(100_000, (i) => {
  const actor = at(everybody, (i * 7919) % everybody.length);
  authorizer.scopeOf(actor);
  authorizer.decide(actor, 'MANAGE_TAGS');
});
const decisions = await perAwaited(2_000, async (i) => {
  const actor = at(everybody, (i * 7919) % everybody.length);
  await authorizer.decideOn(actor, 'EDIT_ENTITY_TAGS', [{ urn: dataset(i) }]);
});
const input: PageInput = {
  entityTypes: ['dataset'],
  query: '*',
  filter: [],
  sort: [],
  start: 0,
  count: 20,
  scrollId: undefined,
  keepAliveMs: undefined,
  flags: {
    maxAggValues: 20,
    skipAggregates: true,
    skipHighlighting: true,
    getSuggestions: false,
    includeSoftDeleted: false,
    includeStructuredPropertyFacets: false,
    fulltext: true,
    allWords: false,
    filterNonLatestVersions: true,
    lifecycle: 'shown',
    exactTotal: true,
    grouping: [],
  },
};

const searched: Record<string, Record<string, number>> = {};
for (const [name, asked] of [
  ['all, first page', input],
  ['words, ranked', { ...input, query: 'table 17' }],
  ['all types, first page', { ...input, entityTypes: [] }],
  ['assertions, too', { ...input, entityTypes: ['dataset', 'assertion'] }],
  ['facet', undefined],
] as const) {
  const run = async (actor: typeof open): Promise<void> => {
    const scope = authorizer.scopeOf(actor);
    if (asked === undefined) await query.aggregate(input, ['domains', 'platform'], scope);
    else await query.search(asked, scope);
  };
  const restricted = at(everybody, 3);
  const taken = { unrestricted: [] as number[], restricted: [] as number[] };
  // Alternating, so that background load affects both.
  for (let i = 0; i < 600; i++) {
    for (const [kind, actor] of [
      ['unrestricted', open],
      ['restricted', restricted],
    ] as const) {
      const time = await perAwaited(1, () => run(actor));
      if (i >= 100) taken[kind].push(time);
    }
  }
  searched[name] = { unrestricted: median(taken.unrestricted), restricted: median(taken.restricted) };
}

console.log(
  JSON.stringify(
    {
      policies,
      users,
      entities,
      microsecondsPerRequest: round(again),
      microsecondsOfFirstRequestAfterAChange: round(first),
      microsecondsPerDecisionOnAnEntity: round(decisions),
      microsecondsPerSearch: Object.fromEntries(
        Object.entries(searched).map(([name, { restricted = 0, unrestricted = 1 }]) => [
          name,
          {
            unrestricted: round(unrestricted),
            restricted: round(restricted),
            times: round(restricted / unrestricted),
          },
        ]),
      ),
    },
    null,
    2,
  ),
);
await index[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();

function put(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'UPSERT', value };
}

async function fill(count: number, of: (i: number) => readonly MetadataChangeProposal[]): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, i) => of(start + i));
    await change.ingest(open.urn, batch.flat());
  }
}

function at<T>(list: readonly T[], i: number): T {
  const item = list[i];
  if (item === undefined) throw new Error(`nothing at ${i}`);
  return item;
}

function perCall(count: number, run: (i: number) => void): number {
  const begun = performance.now();
  for (let i = 0; i < count; i++) run(i);
  return ((performance.now() - begun) * 1000) / count;
}

async function perAwaited(count: number, run: (i: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < count; i++) await run(i);
  return ((performance.now() - begun) * 1000) / count;
}

function median(times: readonly number[]): number {
  return at(
    times.toSorted((a, b) => a - b),
    Math.floor(times.length / 2),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
