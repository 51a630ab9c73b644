import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,nightly,PROD),load)';
const chart = 'urn:li:chart:(looker,sales)';
const dashboard = 'urn:li:dashboard:(looker,board)';
const query = 'urn:li:query:insert';
const column = (table: string, path: string): string => `urn:li:schemaField:(${datasetUrn(table)},${path})`;

const SEARCH = `query s($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
  start count total isPartial
  searchResults { degree degrees explored truncatedChildren ignoredAsHop entity { urn } paths { path { urn } } }
  facets { field aggregations { value count } } } }`;
const SCROLL = `query s($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) {
  nextScrollId count total searchResults { degree entity { urn type } paths { path { urn type } } } } }`;
const LIST = `query l($urn: String!, $input: LineageInput!) { entity(urn: $urn) { ... on EntityWithRelationships {
  lineage(input: $input) { start count total filtered relationships {
    type degree isManual createdOn updatedOn createdActor { urn } updatedActor { urn } entity { urn } paths { path { urn } } } } } } }`;

interface Found {
  readonly degree: number;
  readonly entity: { readonly urn: string };
  readonly paths: readonly { readonly path: readonly { readonly urn: string }[] }[];
}

async function search(input: Record<string, unknown>) {
  const { data, errors } = await server.graphql(SEARCH, { input: { count: 100, ...input } });
  expect(errors).toBeUndefined();
  return data.searchAcrossLineage;
}

async function degrees(input: Record<string, unknown>): Promise<Record<string, number>> {
  const { searchResults } = await search(input);
  return Object.fromEntries(searchResults.map(({ entity, degree }: Found) => [entity.urn, degree]));
}

async function list(urn: string, input: Record<string, unknown>) {
  const { data, errors } = await server.graphql(LIST, { urn, input });
  expect(errors).toBeUndefined();
  return data.entity.lineage;
}

// raw -> (load) -> clean -> report -> chart -> dashboard, raw -> clean by a query, and report feeds raw back.
beforeAll(async () => {
  server = await startServer();
  const { dataset, post } = clientOf(server);
  for (const name of ['raw', 'clean', 'report', 'gone', 'twin']) await dataset(name);
  const stamp = (time: number, actor: string) => ({ time, actor: `urn:li:corpuser:${actor}` });
  const edge = (destinationUrn: string) => ({ destinationUrn });
  const writes: [string, string, unknown][] = [
    [
      datasetUrn('clean'),
      'upstreamLineage',
      {
        upstreams: [
          {
            dataset: datasetUrn('raw'),
            type: 'TRANSFORMED',
            created: stamp(100, 'ann'),
            auditStamp: stamp(200, 'bob'),
            query,
            properties: { source: 'UI' },
          },
          { dataset: datasetUrn('never.written'), type: 'COPY' },
        ],
        fineGrainedLineages: [
          {
            upstreamType: 'FIELD_SET',
            upstreams: [column('raw', 'a'), column('raw', 'b')],
            downstreamType: 'FIELD',
            downstreams: [column('clean', 'x')],
            query,
          },
        ],
      },
    ],
    [
      datasetUrn('report'),
      'upstreamLineage',
      {
        upstreams: [
          {
            dataset: datasetUrn('clean'),
            type: 'VIEW',
            created: stamp(500, 'ann'),
            auditStamp: stamp(500, 'ann'),
          },
          { dataset: datasetUrn('gone'), type: 'VIEW' },
          { dataset: datasetUrn('report'), type: 'VIEW' },
        ],
        fineGrainedLineages: [
          {
            upstreamType: 'FIELD_SET',
            upstreams: [column('clean', 'x')],
            downstreamType: 'FIELD',
            downstreams: [column('report', 'total')],
          },
        ],
      },
    ],
    [
      job,
      'dataJobInputOutput',
      {
        inputDatasets: [],
        inputDatasetEdges: [edge(datasetUrn('raw'))],
        outputDatasets: [],
        outputDatasetEdges: [edge(datasetUrn('clean'))],
      },
    ],
    [
      chart,
      'chartInfo',
      { title: 't', description: '', lastModified: {}, inputEdges: [edge(datasetUrn('report'))] },
    ],
    [
      chart,
      'inputFields',
      {
        fields: [
          {
            schemaFieldUrn: column('report', 'total'),
            schemaField: {
              fieldPath: 'total',
              nativeDataType: 'int',
              type: { type: { 'com.linkedin.schema.NumberType': {} } },
            },
          },
        ],
      },
    ],
    [
      dashboard,
      'dashboardInfo',
      { title: 't', description: '', lastModified: {}, chartEdges: [edge(chart)] },
    ],
    [datasetUrn('raw'), 'upstreamLineage', { upstreams: [{ dataset: datasetUrn('report'), type: 'COPY' }] }],
    [datasetUrn('gone'), 'upstreamLineage', { upstreams: [{ dataset: datasetUrn('twin'), type: 'COPY' }] }],
    [datasetUrn('gone'), 'status', { removed: true }],
    [query, 'status', { removed: false }],
  ];
  for (const [urn, aspect, value] of writes) {
    const { status, text } = await post(urn, aspect, value);
    expect(status, text).toBe(200);
  }
});

afterAll(() => server.stop());

describe('searchAcrossLineage', () => {
  it('denies a filter on a soft-deleted property, with and without lineage', async () => {
    const { define, post } = clientOf(server);
    await define('lineage.gone');
    await post('urn:li:structuredProperty:lineage.gone', 'status', { removed: true });
    const field = 'structuredProperties.lineage.gone';
    const denied = { field, condition: 'EXISTS' };
    const orFilters = [{ and: [denied] }];
    const degree = [{ and: [denied, { field: 'degree', values: ['3+'] }] }];
    for (const urn of [datasetUrn('clean'), datasetUrn('gone'), datasetUrn('never.written')]) {
      for (const more of [
        { orFilters },
        { orFilters: degree },
        { orFilters, types: ['MLMODEL'] },
        { searchFlags: {}, query: `${field}:x` },
      ]) {
        const input = { urn, direction: 'UPSTREAM', query: '*', count: 10, ...more };
        const { errors } = await server.graphql(SEARCH, { input });
        expect(errors?.[0]?.message, JSON.stringify(input)).toContain(
          'Cannot filter on deleted Structured Property',
        );
      }
    }
  });

  it('finds everything downstream at its degree, through jobs, charts and cycles', async () => {
    expect(await degrees({ urn: datasetUrn('raw'), direction: 'DOWNSTREAM' })).toEqual({
      [job]: 1,
      [datasetUrn('clean')]: 1,
      [datasetUrn('report')]: 2,
      [chart]: 3,
      [dashboard]: 4,
    });
  });

  it('continues beyond soft-deleted and missing entities without showing them', async () => {
    const found = await degrees({ urn: datasetUrn('report'), direction: 'UPSTREAM' });
    expect(found).toEqual({
      [datasetUrn('clean')]: 1,
      [job]: 2,
      [datasetUrn('raw')]: 2,
      [datasetUrn('twin')]: 2,
    });
    const flags = { includeSoftDeleted: true };
    const all = await degrees({ urn: datasetUrn('report'), direction: 'UPSTREAM', searchFlags: flags });
    expect(Object.keys(all)).toContain(datasetUrn('gone'));
  });

  it('shows every path, shortest first', async () => {
    const { searchResults } = await search({ urn: datasetUrn('raw'), direction: 'DOWNSTREAM' });
    const clean = searchResults.find(({ entity }: Found) => entity.urn === datasetUrn('clean'));
    expect(clean.paths.map(({ path }: Found['paths'][number]) => path.map(({ urn }) => urn))).toEqual([
      [datasetUrn('raw'), query, datasetUrn('clean')],
      [datasetUrn('raw'), job, datasetUrn('clean')],
    ]);
    expect(clean.degrees).toEqual([1, 2]);
  });

  it('shows queries on the paths, and reaches the jobs that compute columns, at every hop', async () => {
    const { dataset, post } = clientOf(server);
    const made = (layer: number): string => `urn:li:query:layer.${layer}`;
    const jobOf = (layer: number): string =>
      `urn:li:dataJob:(urn:li:dataFlow:(airflow,layer.${layer},PROD),load)`;
    const layers = [0, 1, 2].map((layer) => [0, 1].map((n) => `layer.${layer}.${n}`));
    for (const name of layers.flat()) await dataset(name);
    for (const layer of [0, 1]) {
      const [from = [], [to = ''] = []] = layers.slice(layer);
      const lineage = (path: string) => ({
        upstreamType: 'FIELD_SET',
        downstreamType: 'FIELD',
        upstreams: from.map((name) => column(name, path)),
        downstreams: [column(to, path)],
      });
      await post(made(layer), 'status', { removed: false });
      const upstreams = from.map((name) => ({
        dataset: datasetUrn(name),
        type: 'TRANSFORMED',
        query: made(layer),
      }));
      const fineGrainedLineages = [{ ...lineage('queried'), query: made(layer) }];
      await post(datasetUrn(to), 'upstreamLineage', { upstreams, fineGrainedLineages });
      await post(jobOf(layer), 'dataJobInputOutput', {
        inputDatasets: [],
        outputDatasets: [],
        fineGrainedLineages: [lineage('loaded')],
      });
    }
    const ways = async (urn: string, direction: string, more = {}): Promise<Record<string, string[][]>> => {
      const { searchResults } = await search({ urn, direction, ...more });
      return Object.fromEntries(
        searchResults.map(({ entity, paths }: Found) => [
          entity.urn,
          paths.map(({ path }) => path.map((one) => one.urn)),
        ]),
      );
    };
    const [[first = ''] = [], [second = '', other = ''] = [], [third = ''] = []] = layers;
    const [a, b, c] = [first, second, third].map((name) => datasetUrn(name));
    expect(await ways(a ?? '', 'DOWNSTREAM')).toEqual({
      [b ?? '']: [[a, made(0), b]],
      [c ?? '']: [[a, made(0), b, made(1), c]],
    });
    expect(Object.keys(await ways(c ?? '', 'UPSTREAM')).sort()).toEqual(
      [...(layers[0] ?? []), second, other].map((name) => datasetUrn(name)).sort(),
    );
    const [x, y, z] = [first, second, third].map((name) => column(name, 'queried'));
    expect(await ways(x ?? '', 'DOWNSTREAM')).toEqual({
      [b ?? '']: [[x, made(0), y]],
      [c ?? '']: [[x, made(0), y, made(1), z]],
    });
    const [u, v, w] = [first, second, third].map((name) => column(name, 'loaded'));
    const down = {
      [jobOf(0)]: [[u, jobOf(0)]],
      [b ?? '']: [[u, jobOf(0), v]],
      [jobOf(1)]: [[u, jobOf(0), v, jobOf(1)]],
      [c ?? '']: [[u, jobOf(0), v, jobOf(1), w]],
    };
    expect(await ways(u ?? '', 'DOWNSTREAM')).toEqual(down);
    const second2 = { orFilters: [{ and: [{ field: 'degree', values: ['2'] }] }] };
    expect(await ways(u ?? '', 'DOWNSTREAM', second2)).toEqual({
      [jobOf(1)]: down[jobOf(1)],
      [c ?? '']: down[c ?? ''],
    });
    const up = await ways(w ?? '', 'UPSTREAM');
    expect(up[jobOf(1)]).toEqual([[w, jobOf(1)]]);
    expect(up[jobOf(0)]).toEqual([[w, jobOf(1), v, jobOf(0)]]);
    expect(up[a ?? '']).toEqual([[w, jobOf(1), v, jobOf(0), u]]);
    // Only jobs that are there are found.
    await post(jobOf(0), 'status', { removed: true });
    expect(Object.keys(await ways(v ?? '', 'UPSTREAM'))).not.toContain(jobOf(0));
  });

  it('counts degrees and filters by them, by types, fields and words', async () => {
    const from = { urn: datasetUrn('raw'), direction: 'DOWNSTREAM' };
    const { facets, total } = await search(from);
    expect(total).toBe(5);
    expect(facets[0]).toEqual({
      field: 'degree',
      aggregations: [
        { value: '1', count: 2 },
        { value: '2', count: 1 },
        { value: '3+', count: 2 },
      ],
    });
    const and = (...criteria: object[]) => ({ orFilters: [{ and: criteria }] });
    expect(
      Object.keys(await degrees({ ...from, ...and({ field: 'degree', values: ['2', '3+'] }) })).sort(),
    ).toEqual([chart, dashboard, datasetUrn('report')].sort());
    expect(Object.keys(await degrees({ ...from, types: ['CHART'] }))).toEqual([chart]);
    expect(Object.keys(await degrees({ ...from, query: 'report' }))).toEqual([datasetUrn('report')]);
    const mixed = {
      orFilters: [
        {
          and: [
            { field: 'degree', values: ['1'] },
            { field: '_entityType', values: ['DATASET'] },
          ],
        },
        { and: [{ field: 'degree', values: ['3+'] }] },
      ],
    };
    expect(Object.keys(await degrees({ ...from, ...mixed })).sort()).toEqual(
      [chart, dashboard, datasetUrn('clean')].sort(),
    );
  });

  it('returns pages', async () => {
    const from = { urn: datasetUrn('raw'), direction: 'DOWNSTREAM' };
    const all = (await search(from)).searchResults.map(({ entity }: Found) => entity.urn);
    const paged: string[] = [];
    for (let start = 0; start < all.length; start += 2) {
      const page = await search({ ...from, start, count: 2 });
      expect(page).toMatchObject({ start, total: 5, isPartial: false });
      paged.push(...page.searchResults.map(({ entity }: Found) => entity.urn));
    }
    expect(paged).toEqual(all);
  });

  it('omits links outside a time window, and passes entities that do not count as a hop', async () => {
    const from = { urn: datasetUrn('clean'), direction: 'DOWNSTREAM' };
    expect(await degrees({ ...from, lineageFlags: { endTimeMillis: 400 } })).toEqual({});
    expect(Object.keys(await degrees({ ...from, lineageFlags: { startTimeMillis: 400 } }))).toContain(
      datasetUrn('report'),
    );
    // Drawn by hand: it always counts.
    const up = { urn: datasetUrn('clean'), direction: 'UPSTREAM', lineageFlags: { endTimeMillis: 50 } };
    expect(Object.keys(await degrees(up))).toContain(datasetUrn('raw'));
    const ignoreAsHops = [{ entityType: 'DATA_JOB', platforms: [] }];
    const passed = await search({ ...from, urn: datasetUrn('raw'), lineageFlags: { ignoreAsHops } });
    const ofJob = passed.searchResults.find(({ entity }: Found) => entity.urn === job);
    expect(ofJob).toMatchObject({ degree: 1, ignoredAsHop: true, explored: true });
  });

  it('marks where it stopped', async () => {
    const input = {
      urn: datasetUrn('raw'),
      direction: 'DOWNSTREAM',
      lineageFlags: { entitiesExploredPerHopLimit: 1 },
    };
    const { isPartial, searchResults } = await search(input);
    expect(isPartial).toBe(true);
    expect(
      searchResults.filter(({ truncatedChildren }: Record<string, unknown>) => truncatedChildren),
    ).toHaveLength(1);
  });

  it.each([
    [{ direction: 'UPSTREAM' }, "'urn' must be given"],
    [{ urn: 'nonsense', direction: 'UPSTREAM' }, 'Invalid urn!'],
    [{ urn: datasetUrn('raw'), direction: 'UPSTREAM', count: -1 }, "'count' must not be negative"],
    [
      {
        urn: datasetUrn('raw'),
        direction: 'UPSTREAM',
        orFilters: [{ and: [{ field: 'degree', values: ['4'] }] }],
      },
      'not a valid filter value for degree filters',
    ],
  ])('refuses %j', async (input, message) => {
    const { errors } = await server.graphql(SEARCH, { input });
    expect(errors[0].message).toContain(message);
  });
});

describe('lineage between columns', () => {
  const from = { urn: column('raw', 'a'), direction: 'DOWNSTREAM' };

  it('leads from column to column and shows their datasets', async () => {
    const { searchResults } = await search(from);
    expect(searchResults.map(({ entity, degree }: Found) => [entity.urn, degree])).toEqual([
      [chart, 3],
      [datasetUrn('clean'), 1],
      [datasetUrn('report'), 2],
    ]);
    const [path] = searchResults[2].paths;
    expect(path.path.map(({ urn }: { urn: string }) => urn)).toEqual([
      column('raw', 'a'),
      query,
      column('clean', 'x'),
      column('report', 'total'),
    ]);
  });

  it('scrolls as the SDK does', async () => {
    const grouping = {
      groupingCriteria: { baseEntityType: 'SCHEMA_FIELD', groupingEntityType: 'SCHEMA_FIELD' },
    };
    const input = {
      urn: column('report', 'total'),
      direction: 'UPSTREAM',
      count: 500,
      types: null,
      orFilters: [{ and: [{ field: 'degree', condition: 'EQUAL', values: ['1'] }] }],
      searchFlags: { groupingSpec: grouping },
    };
    const { data } = await server.graphql(SCROLL, { input });
    expect(data.scrollAcrossLineage).toMatchObject({
      nextScrollId: null,
      total: 1,
      searchResults: [{ degree: 1, entity: { urn: datasetUrn('clean'), type: 'DATASET' } }],
    });
    expect(data.scrollAcrossLineage.searchResults[0].paths[0].path).toEqual([
      { urn: column('report', 'total'), type: 'SCHEMA_FIELD' },
      { urn: column('clean', 'x'), type: 'SCHEMA_FIELD' },
    ]);
  });

  it('lists the neighbours of a column', async () => {
    const lineage = await list(column('clean', 'x'), { direction: 'UPSTREAM', includeGhostEntities: true });
    expect(lineage.relationships.map(({ entity }: Found) => entity.urn)).toEqual([
      column('raw', 'a'),
      column('raw', 'b'),
    ]);
    expect(lineage.relationships[0].paths[0].path.map(({ urn }: { urn: string }) => urn)).toContain(query);
  });
});

describe('scrollAcrossLineage', () => {
  it('continues after the last page, regardless of writes in between', async () => {
    const input = { urn: datasetUrn('raw'), direction: 'DOWNSTREAM', count: 2 };
    const seen: string[] = [];
    let scrollId: string | null = null;
    for (let pages = 0; pages < 4; pages++) {
      const { data } = await server.graphql(SCROLL, { input: { ...input, scrollId } });
      const { nextScrollId, searchResults, total } = data.scrollAcrossLineage;
      expect(total).toBe(5);
      seen.push(...searchResults.map(({ entity }: Found) => entity.urn));
      await clientOf(server).dataset(`between.${pages}`);
      if (nextScrollId === null) break;
      scrollId = nextScrollId;
    }
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toHaveLength(5);
  });

  it('refuses the scroll id of another lineage', async () => {
    const input = { urn: datasetUrn('raw'), direction: 'DOWNSTREAM', count: 1 };
    const { data } = await server.graphql(SCROLL, { input });
    const scrollId = data.scrollAcrossLineage.nextScrollId;
    for (const other of [{ direction: 'UPSTREAM', scrollId }, { scrollId: 'nonsense' }]) {
      const { errors } = await server.graphql(SCROLL, { input: { ...input, ...other } });
      expect(errors[0].message).toContain('Invalid scroll id');
    }
  });
});

describe('lineage of an entity', () => {
  it('lists direct neighbours with the attributes of the links', async () => {
    const lineage = await list(datasetUrn('clean'), { direction: 'UPSTREAM' });
    expect(lineage).toMatchObject({ start: 0, count: 2, total: 3, filtered: 1 });
    expect(lineage.relationships).toEqual([
      {
        type: 'Produces',
        degree: 1,
        isManual: false,
        createdOn: null,
        updatedOn: null,
        createdActor: null,
        updatedActor: null,
        entity: { urn: job },
        paths: [{ path: [{ urn: datasetUrn('clean') }, { urn: job }] }],
      },
      {
        type: 'DownstreamOf',
        degree: 1,
        isManual: true,
        createdOn: 100,
        updatedOn: 200,
        createdActor: { urn: 'urn:li:corpuser:ann' },
        updatedActor: { urn: 'urn:li:corpuser:bob' },
        entity: { urn: datasetUrn('raw') },
        paths: [{ path: [{ urn: datasetUrn('clean') }, { urn: query }, { urn: datasetUrn('raw') }] }],
      },
    ]);
    const ghosts = await list(datasetUrn('clean'), { direction: 'UPSTREAM', includeGhostEntities: true });
    expect(ghosts).toMatchObject({ count: 3, total: 3, filtered: 0 });
  });

  it('returns pages', async () => {
    const page = await list(datasetUrn('clean'), { direction: 'UPSTREAM', start: 2, count: 5 });
    expect(page).toMatchObject({ start: 2, count: 1, total: 3 });
  });

  it('joins the lineage of siblings by default', async () => {
    const { dataset, post } = clientOf(server);
    const [model, table] = [datasetUrn('m', 'dbt'), datasetUrn('m', 'snowflake')];
    await dataset('source');
    for (const [urn, other, primary] of [
      [model, table, true],
      [table, model, false],
    ] as const) {
      await post(urn, 'siblings', { siblings: [other], primary });
    }
    await post(model, 'upstreamLineage', { upstreams: [{ dataset: datasetUrn('source'), type: 'COPY' }] });
    await post(table, 'upstreamLineage', { upstreams: [{ dataset: model, type: 'COPY' }] });
    const urnsOf = async (urn: string, input: Record<string, unknown>): Promise<string[]> =>
      (await list(urn, input)).relationships.map(({ entity }: Found) => entity.urn);
    expect(await urnsOf(table, { direction: 'UPSTREAM' })).toEqual([datasetUrn('source')]);
    expect(await urnsOf(table, { direction: 'UPSTREAM', separateSiblings: true })).toEqual([model]);
  });
});
