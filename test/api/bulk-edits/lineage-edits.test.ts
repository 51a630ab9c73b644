import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { schemaWith } from '../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const PII = 'urn:li:tag:pii';
const CHART = 'urn:li:chart:(looker,sales)';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** Sees all datasets but `…hidden`, and edits the properties of those but `…locked`. */
let steward: TestServer;
let count = 0;
/** A property of datasets and columns. */
let name: string;
/** Prefix of the datasets of a test. */
let at: string;

const urnOf = (dataset: string): string => datasetUrn(at + dataset);
const columnOf = (dataset: string, path: string): string => `urn:li:schemaField:(${urnOf(dataset)},${path})`;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await writeAspect(root, PII, 'tagProperties', { name: 'pii' });
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  const actors = { users: [userUrn('steward')] };
  for (const [policy, privileges, besides] of [
    ['see', ['VIEW_ENTITY_PAGE'], 'hidden'],
    ['edit', ['EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY_TAGS'], 'locked'],
  ] as const) {
    await writePolicy(root, policy, {
      privileges: [...privileges],
      actors,
      resources: { filter: matching('URN', [datasetUrn(besides)], 'NOT_EQUALS') },
    });
  }
});
afterAll(() => root.stop());

beforeEach(async () => {
  at = `t${count}_`;
  name = `level${count++}`;
  await catalog.define(name, { cardinality: 'MULTIPLE', entityTypes: ['dataset', 'schemaField'] });
});

/** Writes the datasets of `a > b` lines, where b is derived from a; they form one graph. */
async function graph(...edges: readonly string[]): Promise<void> {
  const pairs = edges.map((line) => line.split(' > '));
  for (const one of new Set(pairs.flat())) await catalog.dataset(at + one);
  for (const [downstream, of] of Map.groupBy(pairs, ([, down = '']) => down)) {
    const upstreams = of.map(([up = '']) => ({ dataset: urnOf(up), type: 'COPY' }));
    await writeAspect(root, urnOf(downstream), 'upstreamLineage', { upstreams });
  }
}

function along(start: string, more: object = {}) {
  return { urn: urnOf(start), direction: 'DOWNSTREAM', hops: 1_000, ...more };
}

function setting(...values: readonly string[]) {
  return [{ field: name, action: 'set', values }];
}

/** Names of the datasets that a report would change or has changed. */
function changedIn({ result }: { result: { changes: readonly { urn: string }[] } }): readonly string[] {
  return result.changes.map(({ urn }) => urn.split(`hive,${at}`)[1]?.split(',PROD)')[0] ?? urn).sort();
}

async function trial(lineage: object, changes: readonly object[] = setting('x'), by = root) {
  return changedIn(await edit(by, { lineage, changes, dryRun: true }));
}

async function refused(body: object, by = root): Promise<string> {
  const { json, status } = await by.request('POST', PATH, body);
  expect(status, JSON.stringify(json)).toBeGreaterThanOrEqual(400);
  return `${status} ${json.message}`;
}

async function aspectOf(urn: string, aspect: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, aspect, 'v3'));
  return status === 404 ? undefined : json.value;
}

const give = (dataset: string, value: string) =>
  catalog.assign(urnOf(dataset), { [name]: [{ string: value }] });

describe('the assets along lineage', () => {
  it('are those within the hops in the direction, without the start, also in cycles', async () => {
    await graph('a > b', 'b > c', 'c > a', 'c > d', 'd > d', 'e > a');
    expect(await trial(along('a'))).toEqual(['b', 'c', 'd']);
    expect(await trial(along('a', { hops: 1 }))).toEqual(['b']);
    expect(await trial(along('a', { direction: 'UPSTREAM', hops: 2 }))).toEqual(['b', 'c', 'e']);
    expect(await trial(along('c', { hops: 2 }))).toEqual(['a', 'b', 'd']);
  });

  it('leave out soft-deleted and never written ones, which lineage leads through', async () => {
    await graph('a > b', 'b > c');
    await writeAspect(root, urnOf('b'), 'status', { removed: true });
    const upstreams = [{ dataset: urnOf('never'), type: 'COPY' }];
    await writeAspect(root, urnOf('d'), 'upstreamLineage', { upstreams });
    expect(await trial(along('a'))).toEqual(['c']);
    const lineage = along('d', { direction: 'UPSTREAM' });
    expect(await refused({ lineage, changes: setting('x') })).toContain('The selection is empty');
  });

  it('leave out types that the property is not for, but lineage leads through them', async () => {
    await graph('a > b');
    const job = `urn:li:dataJob:(urn:li:dataFlow:(airflow,${at},PROD),load)`;
    await writeAspect(root, job, 'dataJobInputOutput', {
      inputDatasets: [urnOf('b')],
      outputDatasets: [urnOf('c')],
    });
    await catalog.dataset(`${at}c`);
    expect(await trial(along('a'))).toEqual(['b', 'c']);
    const tags = [{ field: 'tags', action: 'add', values: [PII] }];
    expect(await trial(along('a'), tags)).toEqual(['b', 'c', job].sort());
  });

  it('are columns if the start is one, stored or only in a schema', async () => {
    await graph('a > b', 'b > c');
    for (const dataset of ['a', 'b', 'c'])
      await writeAspect(root, urnOf(dataset), 'schemaMetadata', schemaWith('id'));
    const fine = (up: string, down: string, path = 'id') => ({
      upstreamType: 'FIELD_SET',
      upstreams: [columnOf(up, 'id')],
      downstreamType: 'FIELD',
      downstreams: [columnOf(down, path)],
    });
    for (const [up, down] of [
      ['a', 'b'],
      ['b', 'c'],
    ] as const) {
      await writeAspect(root, urnOf(down), 'upstreamLineage', {
        upstreams: [{ dataset: urnOf(up), type: 'COPY' }],
        fineGrainedLineages: [fine(up, down), fine(up, down, 'dropped')],
      });
    }
    const lineage = { ...along('a'), urn: columnOf('a', 'id') };
    const { id, result } = await edit(root, { lineage, changes: setting('x') });
    expect(result).toMatchObject({ changed: 2, failed: 0 });
    for (const dataset of ['b', 'c'])
      expect(await catalog.values(columnOf(dataset, 'id'))).toEqual({ [name]: [{ string: 'x' }] });
    expect(await catalog.values(columnOf('b', 'dropped'))).toEqual({});
    const held = { ...lineage, stopAtValue: true };
    expect(await refused({ lineage: held, changes: setting('y') })).toContain('The selection is empty');
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 2, failed: 0 });
    expect(await catalog.values(columnOf('c', 'id'))).toEqual({});
    const tags = [{ field: 'tags', action: 'add', values: [PII] }];
    expect((await edit(root, { lineage, changes: tags })).result).toMatchObject({ changed: 2, failed: 0 });
    const { editableSchemaFieldInfo } = await aspectOf(urnOf('c'), 'editableSchemaMetadata');
    expect(editableSchemaFieldInfo[0].globalTags.tags[0]).toMatchObject({
      tag: PII,
      attribution: { source: columnOf('a', 'id') },
    });
  });
});

describe('stopAtValue', () => {
  it('leaves assets with a value as they are, and what only they lead to', async () => {
    await graph('a > b', 'b > c', 'a > d', 'd > c', 'b > e');
    await give('a', 'start');
    await give('b', 'own');
    expect(await trial(along('a', { stopAtValue: true }))).toEqual(['c', 'd']);
    expect(await trial(along('a', { stopAtValue: false }))).toEqual(['b', 'c', 'd', 'e']);
    await edit(root, { lineage: along('a', { stopAtValue: true }), changes: setting('x') });
    expect(await catalog.values(urnOf('b'))).toEqual({ [name]: [{ string: 'own' }] });
    expect(await catalog.values(urnOf('e'))).toEqual({});
  });

  it('does not stop at values of other properties, at soft-deleted assets, or at inherited values', async () => {
    await graph('a > b', 'b > c', 'c > d');
    const other = `other${at}`;
    await catalog.define(other);
    await catalog.assign(urnOf('b'), { [other]: [{ string: 'x' }] });
    await give('c', 'own');
    await writeAspect(root, urnOf('c'), 'status', { removed: true });
    const container = `urn:li:container:${at}`;
    await catalog.define(name, {
      cardinality: 'MULTIPLE',
      entityTypes: ['dataset', 'schemaField', 'container'],
    });
    await writeAspect(root, propertyUrn(name), 'structuredPropertyRules', {
      inherit: { from: ['container'] },
    });
    await writeAspect(root, container, 'containerProperties', { name: 'db' });
    await catalog.assign(container, { [name]: [{ string: 'inherited' }] });
    await writeAspect(root, urnOf('b'), 'container', { container });
    const path = `/api/colophon/v1/entities/${encodeURIComponent(urnOf('b'))}/effective-properties`;
    const { json } = await root.request('GET', path);
    expect(json.properties).toContainEqual(expect.objectContaining({ inherited: true, source: container }));
    expect(await trial(along('a', { stopAtValue: true }))).toEqual(['b', 'd']);
  });

  it('goes past values that an earlier edit gave from the same start, and leaves them', async () => {
    await graph('a > b', 'b > c');
    const lineage = along('a', { stopAtValue: true });
    await edit(root, { lineage: { ...lineage, hops: 1 }, changes: setting('x') });
    expect(changedIn(await edit(root, { lineage, changes: setting('y') }))).toEqual(['c']);
    expect(await catalog.values(urnOf('b'))).toEqual({ [name]: [{ string: 'x' }] });
    await graph('a > b', 'b > c', 'c > d');
    await give('c', 'by hand');
    expect(await refused({ lineage, changes: setting('y') })).toContain('The selection is empty');
  });

  it('is refused with several changes, other fields, and actions that give no value', async () => {
    await graph('a > b');
    const lineage = along('a', { stopAtValue: true });
    const tags = { field: 'tags', action: 'add', values: [PII] };
    for (const changes of [
      [...setting('x'), tags],
      [tags],
      [{ field: name, action: 'clear' }],
      [{ field: name, action: 'replace', values: ['a', 'b'] }],
    ])
      expect(await refused({ lineage, changes })).toMatch(
        /^400 'lineage\.stopAtValue' is not possible with .*\. Give one change that sets or adds values/,
      );
  });

  it('leaves an asset as it is that gets a value after it was selected', async () => {
    await graph('a > b', 'a > c');
    // Edits run one after another, so the value is there before the second edit reaches the asset.
    const first = await root.request('POST', PATH, { urns: [urnOf('b')], changes: setting('first') });
    const lineage = along('a', { stopAtValue: true });
    await edit(root, { lineage, changes: setting('x') });
    expect(first.status).toBe(202);
    expect(await catalog.values(urnOf('b'))).toEqual({ [name]: [{ string: 'first' }] });
    expect(await catalog.values(urnOf('c'))).toEqual({ [name]: [{ string: 'x' }] });
  });
});

describe('an edit along lineage', () => {
  it('attributes new values to the start, and only those', async () => {
    await graph('a > b', 'a > c');
    await give('c', 'kept');
    const changes = [
      { field: name, action: 'add', values: ['x'] },
      { field: 'tags', action: 'add', values: [PII] },
      { field: 'owners', action: 'add', values: ['urn:li:corpuser:datahub'] },
    ];
    const { id, result } = await edit(root, { lineage: along('a'), changes });
    expect(result).toMatchObject({
      changed: 2,
      failed: 0,
      about: { lineage: along('a', { stopAtValue: false }) },
    });
    const attribution = {
      actor: userUrn('datahub'),
      source: urnOf('a'),
      sourceDetail: { propagated: 'true', origin: urnOf('a') },
      time: expect.any(Number),
    };
    const [given] = (await aspectOf(urnOf('b'), 'structuredProperties')).properties;
    expect(given).toMatchObject({ values: [{ string: 'x' }], attribution });
    const [mixed] = (await aspectOf(urnOf('c'), 'structuredProperties')).properties;
    expect(mixed).toMatchObject({ values: [{ string: 'kept' }, { string: 'x' }] });
    expect(mixed.attribution ?? null).toBeNull();
    expect((await aspectOf(urnOf('b'), 'globalTags')).tags).toMatchObject([{ tag: PII, attribution }]);
    expect((await aspectOf(urnOf('b'), 'ownership')).owners).toMatchObject([{ attribution }]);
    expect((await edit(root, { undo: id, dryRun: true })).result).toMatchObject({ changed: 2, failed: 0 });
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 2, failed: 0 });
    expect(await catalog.values(urnOf('b'))).toEqual({});
    expect(await catalog.values(urnOf('c'))).toEqual({ [name]: [{ string: 'kept' }] });
    expect((await aspectOf(urnOf('b'), 'globalTags')).tags).toEqual([]);
    expect((await aspectOf(urnOf('b'), 'ownership')).owners).toEqual([]);
  });

  it('is applied as its dry run showed, with attribution, and not if a value has changed', async () => {
    await graph('a > b', 'a > c');
    const body = { lineage: along('a'), changes: setting('x') };
    const first = await edit(root, { ...body, dryRun: true });
    expect(first.result).toMatchObject({ changed: 2, canBeApplied: true });
    await give('c', 'theirs');
    expect(await refused({ plan: first.id })).toMatch(/^409 1 of 2 assets changed since dry run/);
    const { id } = await edit(root, { ...body, dryRun: true });
    await graph('a > b', 'a > c', 'a > later');
    const done = await edit(root, { plan: id });
    expect(changedIn(done)).toEqual(['b', 'c']);
    const [given] = (await aspectOf(urnOf('b'), 'structuredProperties')).properties;
    expect(given.attribution).toMatchObject({ source: urnOf('a') });
    const again = await edit(root, first.result.about);
    expect(changedIn(again)).toEqual(['later']);
  });

  it('is refused for unusable input, which it names', async () => {
    await graph('a > b');
    const changes = setting('x');
    const bodies: readonly (readonly [object, RegExp])[] = [
      [{ lineage: along('none'), changes }, /^404 'lineage\.urn' names .*none.*Check the urn/],
      [
        { lineage: { ...along('a'), urn: columnOf('a', 'none') }, changes },
        /^404 .*column 'none'.*Check the path/,
      ],
      [
        { lineage: { ...along('a'), urn: PII }, changes },
        /^400 'lineage\.urn' .*type tag have no lineage.*Give/,
      ],
      [{ lineage: { ...along('a'), urn: 'orders' }, changes }, /^400 .*orders/],
      [
        { lineage: along('a'), search: { query: '*' }, changes },
        /^400 The edit has 2 of 'urns', 'search', 'lineage'/,
      ],
      [{ lineage: along('a') }, /^400 'changes' is empty/],
      [{ lineage: along('a', { hops: undefined }), changes }, /^400 .*lineage\.hops/],
      [
        { lineage: along('a', { direction: 'DOWN' }), changes },
        /^400 .*lineage\.direction.*UPSTREAM, DOWNSTREAM/,
      ],
      [{ lineage: along('a', { depth: 3 }), changes }, /^400 There is no member 'depth' in lineage/],
      [{ lineage: along('b'), changes }, /^400 The selection is empty: lineage leads to no asset/],
      ...[0, 1_001, 1.5, -1].map(
        (hops) =>
          [
            { lineage: along('a', { hops }), changes },
            new RegExp(`^400 'lineage\\.hops' must be a whole number from 1 to 1000, not ${hops}`),
          ] as const,
      ),
    ];
    for (const [body, expected] of bodies)
      expect(await refused(body), JSON.stringify(body)).toMatch(expected);
    expect(await catalog.values(urnOf('b'))).toEqual({});
  });
});

describe('what others may not see or edit', () => {
  it('ends the walk if hidden, also as a start, and is refused if not editable', async () => {
    at = '';
    await graph('a > hidden', 'hidden > b', 'a > locked', 'locked > c');
    const changes = setting('x');
    const { result } = await edit(steward, { lineage: along('a'), changes });
    expect(result).toMatchObject({
      changed: 1,
      failed: 1,
      failures: [{ urn: urnOf('locked'), code: 'FORBIDDEN' }],
    });
    expect(JSON.stringify(result)).not.toContain('hidden');
    expect(await catalog.values(urnOf('b'))).toEqual({});
    expect(await catalog.values(urnOf('locked'))).toEqual({});
    const unseen = await refused({ lineage: along('hidden'), changes }, steward);
    const missing = await refused({ lineage: along('nowhere'), changes }, steward);
    expect(unseen).toBe(missing.replace('nowhere', 'hidden'));
  });

  it('is out of reach of a restricted token', async () => {
    await graph('a > b');
    await writeAspect(root, CHART, 'chartInfo', {
      title: 't',
      description: '',
      lastModified: {},
      inputEdges: [{ destinationUrn: urnOf('b') }],
    });
    const tags = [{ field: 'tags', action: 'add', values: [PII] }];
    const ofCharts = await withToken(root, userUrn('datahub'), { entityTypes: ['chart', 'tag'] });
    expect(await refused({ lineage: along('a'), changes: tags }, ofCharts)).toMatch(
      /^404 'lineage\.urn' names/,
    );
    const ofDatasets = await withToken(root, userUrn('datahub'), { entityTypes: ['dataset', 'tag'] });
    const { result } = await edit(ofDatasets, { lineage: along('a'), changes: tags });
    expect(result).toMatchObject({ changed: 1, failed: 0, changes: [{ urn: urnOf('b') }] });
    expect(await aspectOf(CHART, 'globalTags')).toBeUndefined();
  });
});
