import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from '../../support/bulk-edits.ts';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { SEED, effort } from '../../support/effort.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';

/** Edits that are proposed in one catalog and made in its twin; fewer where each step waits for engines. */
const RUNS = effort(isKeptInFolders() ? 20 : 5);

const EDITS = '/api/colophon/v1/bulk-edits';
const PROPOSALS = '/api/colophon/v1/proposals';

/** Paula may only propose. Nina does not see the property `words`. Tim may only tag. */
const APPROVERS = ['edith', 'nina', 'tim', 'paula'] as const;
type Actor = (typeof APPROVERS)[number] | 'agent';

/** Statuses of the codes with which a bulk edit refuses an asset. */
const STATUS: Readonly<Record<string, number>> = {
  VALIDATION: 400,
  INVALID_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
};

interface Twin {
  readonly root: TestServer;
  readonly actors: Readonly<Record<Actor, TestServer>>;
}

const clock = { now: Date.UTC(2026, 0, 1) };

async function openTwin(): Promise<Twin> {
  const root = await startServer({
    environment: { now: () => clock.now },
    options: { 'proposals.mostOpen': 10_000 },
  });
  await writePolicy(root, 'tag-all', {
    privileges: ['EDIT_ENTITY_TAGS'],
    actors: { allUsers: false, allGroups: false, resourceOwners: false, users: [userUrn('tim')] },
  });
  for (const tag of ['x', 'y']) await writeAspect(root, `urn:li:tag:${tag}`, 'tagProperties', { name: tag });
  const edith = await addActor(root, 'edith', { roles: ['Editor'] });
  const nina = await addActor(root, 'nina', {
    roles: ['Editor'],
    token: { properties: [propertyUrn('amount')] },
  });
  return {
    root,
    actors: {
      edith,
      nina,
      tim: await addActor(root, 'tim'),
      paula: await addActor(root, 'paula', { roles: ['Reader'] }),
      agent: await withToken(root, userUrn('edith'), { proposeOnly: true }),
    },
  };
}

/** In one catalog edits are proposed and approved, in the other they are made. */
let held: Twin;
let made: Twin;
beforeAll(async () => {
  [held, made] = await Promise.all([openTwin(), openTwin()]);
});
afterAll(() => Promise.all([held.root.stop(), made.root.stop()]));

type Change = Readonly<{ field: string; action: string; values?: readonly (string | number)[] }>;

const ASSETS = ['a', 'b'] as const;

/** Entities of one case: two assets, and what their fields name. */
class Case {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  asset(name: string): string {
    return datasetUrn(`${this.#prefix}.${name}`);
  }

  get assets(): readonly string[] {
    return ASSETS.map((name) => this.asset(name));
  }

  named(name: string): string {
    return name.replace('#', this.#prefix);
  }

  async fill(initial: Initial): Promise<void> {
    for (const { root } of [held, made]) {
      await clientOf(root).define(this.named('#.words'), WORDS);
      await clientOf(root).define(this.named('#.amount'), { type: 'number' });
      const write = (urn: string, aspect: string, value: unknown) =>
        writeAspect(root, this.named(urn), aspect, value);
      await write('urn:li:glossaryTerm:#', 'glossaryTermInfo', {
        name: 't',
        definition: '',
        termSource: 'INTERNAL',
      });
      for (const domain of ['1', '2'])
        await write(`urn:li:domain:#${domain}`, 'domainProperties', { name: domain });
      for (const [i, urn] of this.assets.entries()) {
        await write(urn, 'datasetProperties', { name: urn });
        const { domain, isDescribed, tags, words } = initial[i] ?? EMPTY;
        if (tags.length > 0) await write(urn, 'globalTags', { tags: tags.map((tag) => ({ tag })) });
        if (domain !== undefined) await write(urn, 'domains', { domains: [this.named(domain)] });
        if (isDescribed) await write(urn, 'editableDatasetProperties', { description: 'Before.' });
        if (words.length > 0)
          await clientOf(root).assign(urn, { [this.named('#.words')]: words.map((string) => ({ string })) });
      }
    }
  }

  /** What is stored about the entities of the case, without system metadata. */
  async stored({ root }: Twin): Promise<unknown> {
    const properties = ['#.words', '#.amount'].map((name) => propertyUrn(this.named(name)));
    const all = await Promise.all(
      [...this.assets, ...properties].map(async (urn) => {
        const type = urn.split(':')[2];
        const { json, status } = await root.request(
          'GET',
          `/openapi/v3/entity/${type}/${encodeURIComponent(urn)}`,
        );
        if (status === 404) return [urn, 'none'];
        const aspects = Object.entries(Object(json)).filter(
          ([, aspect]) => Object(aspect).value !== undefined,
        );
        return [urn, Object.fromEntries(aspects.map(([name, aspect]) => [name, Object(aspect).value]))];
      }),
    );
    return Object.fromEntries(all);
  }
}

const WORDS = {
  cardinality: 'MULTIPLE',
  allowedValues: ['red', 'blue', 'green'].map((string) => ({ string })),
} as const;

interface Filled {
  readonly tags: readonly string[];
  readonly domain: string | undefined;
  readonly isDescribed: boolean;
  readonly words: readonly string[];
}
type Initial = readonly Filled[];

const EMPTY: Filled = { tags: [], domain: undefined, isDescribed: false, words: [] };

const TAGS = ['urn:li:tag:x', 'urn:li:tag:y'];
const words = fc.subarray(['red', 'blue', 'green'], { minLength: 1 });

const initial = fc.tuple(
  ...ASSETS.map(() =>
    fc.record({
      tags: fc.subarray(TAGS),
      domain: fc.option(fc.constantFrom('urn:li:domain:#1', 'urn:li:domain:#2'), { nil: undefined }),
      isDescribed: fc.boolean(),
      words: fc.oneof(fc.constant([]), words),
    }),
  ),
);

const change = fc.oneof(
  fc
    .tuple(fc.constantFrom('add', 'remove', 'set'), fc.subarray(TAGS, { minLength: 1 }))
    .map(([action, values]): Change => ({ field: 'tags', action, values })),
  fc
    .constantFrom('add', 'remove')
    .map((action): Change => ({ field: 'terms', action, values: ['urn:li:glossaryTerm:#'] })),
  fc
    .constantFrom('add', 'remove')
    .map((action): Change => ({ field: 'owners', action, values: [userUrn('tim')] })),
  fc
    .constantFrom('urn:li:domain:#1', 'urn:li:domain:#2')
    .map((urn): Change => ({ field: 'domain', action: 'set', values: [urn] })),
  fc.constant<Change>({ field: 'domain', action: 'clear' }),
  fc
    .constantFrom('Before.', 'After.')
    .map((text): Change => ({ field: 'description', action: 'set', values: [text] })),
  fc
    .constantFrom('Use another.', '')
    .map((note): Change => ({ field: 'deprecation', action: 'set', values: [note] })),
  fc
    .tuple(
      fc.constantFrom('set', 'add', 'remove'),
      fc.oneof({ arbitrary: words, weight: 6 }, fc.constant(['pink'])),
    )
    .map(([action, values]): Change => ({ field: '#.words', action, values })),
  fc.constant<Change>({ field: '#.words', action: 'replace', values: ['red', 'blue'] }),
  fc
    .constantFrom([1], [2.5], ['3'], ['many'])
    .map((values): Change => ({ field: '#.amount', action: 'set', values })),
);

const edit = fc.record({
  of: fc.subarray([...ASSETS], { minLength: 1 }),
  changes: fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: ({ field }) => field }),
});

/**
 * What happens between the proposal and its approval, to nothing that the edit changes but lost words; some is refused after
 * something else.
 * Deletions of labels are not among them: an edit names them missing, and a proposal is in conflict.
 */
const MEANWHILE = {
  'the value red is deprecated': ({ root }, of) =>
    clientOf(root).post(propertyUrn(of.named('#.words')), 'structuredPropertyRules', {
      deprecatedValues: [{ value: { string: 'red' } }],
    }),
  'the property words is soft-deleted': ({ root }, of) =>
    clientOf(root).post(propertyUrn(of.named('#.words')), 'status', { removed: true }),
  'the property words loses values': ({ root }, of) => {
    const options = { ...WORDS, allowedValues: [{ string: 'blue' }], version: '20260101000000' };
    const value = definition(of.named('#.words'), options);
    return clientOf(root).post(propertyUrn(of.named('#.words')), 'propertyDefinition', value);
  },
  'the property amount is required': ({ root }, of) =>
    clientOf(root).post(propertyUrn(of.named('#.amount')), 'structuredPropertyRules', {
      required: { level: 'ENFORCE' },
    }),
  'b is deleted': ({ root }, of) => remove(root, of.asset('b')),
  'b is soft-deleted': ({ root }, of) => clientOf(root).post(of.asset('b'), 'status', { removed: true }),
  'a is described': ({ root }, of) =>
    clientOf(root).post(of.asset('a'), 'datasetProperties', { name: 'a', description: 'New.' }),
} satisfies Record<string, (twin: Twin, of: Case) => Promise<Answer>>;

function remove(root: TestServer, urn: string): Promise<Answer> {
  return root.request('DELETE', `/openapi/v3/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}`);
}

/** A status written after the deletion of b would make another b, without the values that the proposal has seen. */
const meanwhile = fc
  .subarray(Object.keys(MEANWHILE) as (keyof typeof MEANWHILE)[], { maxLength: 2 })
  .filter((events) => !(events.includes('b is deleted') && events.includes('b is soft-deleted')));

/** Makes an edit; resolves with the statuses of its refusals. */
async function refusalsOf(as: TestServer, body: object): Promise<readonly number[]> {
  const { json, status, text } = await as.request('POST', EDITS, body);
  expect(status, text).toBeLessThan(500);
  if (status !== 202) return [status];
  const { result } = await ended(as, json.id);
  const failures: readonly { readonly code: string }[] = result.failures;
  return failures.map(({ code }) => STATUS[code] ?? 500);
}

/** What everybody finds in a catalog: totals, facets, what is found by a tag. */
async function found({ root }: Twin): Promise<unknown> {
  const { data, errors } = await root.graphql(`{ searchAcrossEntities(input: { query: "*", count: 0 }) { total
    facets { field aggregations { value count } } }
    tagged: searchAcrossEntities(input: { query: "*", count: 1000, orFilters: [{ and: [{ field: "tags", values: ["urn:li:tag:x"] }] }] })
    { total searchResults { entity { urn } } } }`);
  expect(errors).toBeUndefined();
  return data;
}

async function cursorOf({ root }: Twin): Promise<string> {
  return (await root.request('GET', '/api/colophon/v1/changes?since=now')).json.cursor;
}

/** The types of the entities that have changed. */
async function changedTypes({ root }: Twin, since: string): Promise<readonly string[]> {
  const { json, status, text } = await root.request(
    'GET',
    `/api/colophon/v1/changes?since=${since}&count=1000`,
  );
  expect(status, text).toBe(200);
  const events: readonly { readonly entityUrn: string }[] = json.events;
  return [...new Set(events.map(({ entityUrn }) => entityUrn.split(':')[2] ?? ''))];
}

interface ShownItem {
  readonly urn: string;
  readonly aspect: string;
  readonly path: readonly string[];
  readonly mayApprove: boolean;
}

const FIELD_OF: Readonly<Record<string, string>> = {
  globalTags: 'tags',
  glossaryTerms: 'terms',
  ownership: 'owners',
  domains: 'domain',
  editableDatasetProperties: 'description',
  deprecation: 'deprecation',
};

/** The changes of the edit that the shown items stand for, as one edit of each asset. */
function editsOf(items: readonly ShownItem[], changes: readonly Change[]): readonly object[] {
  return [...Map.groupBy(items, ({ urn }) => urn)].map(([urn, of]) => {
    const fields = new Set(of.map(({ aspect, path }) => FIELD_OF[aspect] ?? path[1]?.split(':').at(-1)));
    return { urns: [urn], changes: changes.filter(({ field }) => fields.has(field)) };
  });
}

/** Whether an item changes words of an asset with values that `MEANWHILE` takes away. */
function hadLost(one: Case, before: Initial): (item: ShownItem) => boolean {
  const assets = ASSETS.filter((_, i) => before[i]?.words.some((word) => word !== 'blue'));
  const urns = assets.map((name) => one.asset(name));
  return ({ urn, path }) => path[1] === propertyUrn(one.named('#.words')) && urns.includes(urn);
}

describe('a proposal of any edit', () => {
  it(`changes nothing else, and its approval is the edit made by the approver (${RUNS} edits, seed ${SEED})`, async () => {
    let cases = 0;
    const seen = { approved: 0, refused: 0, unproposed: 0 };
    await fc.assert(
      fc.asyncProperty(
        initial,
        edit,
        meanwhile,
        fc.constantFrom(...APPROVERS),
        fc.boolean(),
        async (before, { changes, of }, events, approver, isAgent) => {
          const one = new Case(`twin${cases++}`);
          await one.fill(before);
          clock.now += 1000;
          const named = changes.map((part): Change => ({
            ...part,
            field: one.named(part.field),
            ...(part.values && {
              values: part.values.map((value) => (typeof value === 'string' ? one.named(value) : value)),
            }),
          }));
          const body = { urns: of.map((name) => one.asset(name)), changes: named };

          const states = await Promise.all([one.stored(held), found(held)]);
          const since = await cursorOf(held);
          const proposed: Answer = isAgent
            ? await held.actors.agent.request('POST', EDITS, body)
            : await held.actors.paula.request('POST', PROPOSALS, { title: 'An edit', edit: body });
          const urn = isAgent ? proposed.headers.get('x-colophon-proposal') : (proposed.json.urn ?? null);
          expect(await Promise.all([one.stored(held), found(held)]), proposed.text).toEqual(states);
          expect(await changedTypes(held, since)).toEqual(urn === null ? [] : ['changeProposal']);
          if (urn === null) {
            // Refused like the edit, or there is nothing to change.
            const refusals = await refusalsOf(made.actors.edith, { ...body, dryRun: true });
            const expected = refusals.length > 0 ? refusals : [isAgent ? 202 : 400];
            expect(expected, proposed.text).toContain(proposed.status);
            seen.unproposed++;
            return;
          }

          for (const event of events) {
            const answers = [await MEANWHILE[event](held, one), await MEANWHILE[event](made, one)];
            expect(answers[0]?.status).toBe(answers[1]?.status);
            expect(answers[0]?.status, answers[0]?.text).toBeLessThan(500);
          }
          clock.now += 1000;
          const id = String(urn).split(':').at(-1);
          const shown = await held.actors[approver].request('GET', `${PROPOSALS}/${id}`);
          expect(shown.status, shown.text).toBe(200);
          const items: readonly ShownItem[] = shown.json.items;
          const unapproved = await one.stored(held);
          const approved = await held.actors[approver].request('POST', `${PROPOSALS}/${id}/approve`, {});
          const refusals: number[] = items.length === 0 ? [403] : [];
          for (const direct of editsOf(items, named))
            refusals.push(...(await refusalsOf(made.actors[approver], direct)));
          // An edit finds less, and a proposal another state than it was made for.
          if (events.includes('the property words loses values') && items.some(hadLost(one, before)))
            refusals.push(409);
          const what = `${approver} ${JSON.stringify(named)} ${events.join()} ${approved.status} ${approved.text}`;
          if (refusals.length === 0) {
            expect(approved.status, what).toBe(200);
            expect(await one.stored(held), what).toEqual(await one.stored(made));
            seen.approved++;
          } else {
            // Who lacks rights besides may get either refusal first.
            expect(approver === 'edith' ? refusals : [...refusals, 403], what).toContain(approved.status);
            expect(await one.stored(held)).toEqual(unapproved);
            seen.refused++;
          }
        },
      ),
      { numRuns: RUNS },
    );
    // Each of the outcomes was met; few edits need not have them all.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThanOrEqual(RUNS < 20 ? 0 : 1);
  });
});
