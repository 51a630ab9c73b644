import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../support/catalog-client.ts';
import { callsOf } from '../support/graphql-calls.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
let put: (urn: string, aspect: string, value: object) => Promise<void>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  put = async (urn, aspect, value) => {
    const { status, text } = await server.request(
      'POST',
      `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`,
      { value },
    );
    expect(status, text).toBe(200);
  };
});
afterAll(() => server.stop());

/** Urns of a type with these values of a field, in urn order. */
async function found(type: string, field: string, ...values: readonly string[]): Promise<readonly string[]> {
  const { data, errors } = await server.graphql(
    `query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }`,
    { input: { types: [type], query: '*', count: 100, orFilters: [{ and: [{ field, values }] }] } },
  );
  expect(errors).toBeUndefined();
  const results: { entity: { urn: string } }[] = data.searchAcrossEntities.searchResults;
  return results.map(({ entity }) => entity.urn).sort();
}

const remove = (urn: string): Promise<Answer> =>
  server.request('DELETE', `/openapi/v3/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`);
const undo = (urn: string): Promise<Answer> => server.request('POST', '/api/colophon/v1/undo', { urn });
const newDataset = async (name: string, platform = 'hive'): Promise<string> => {
  const urn = datasetUrn(name, platform);
  await put(urn, 'datasetProperties', { name });
  return urn;
};

describe('incidents', () => {
  const raise = (urns: readonly string[], input: object = {}): Promise<string> =>
    calls.mutate('raiseIncident', 'RaiseIncidentInput', {
      type: 'OPERATIONAL',
      resourceUrns: urns,
      ...input,
    });
  const active = async (urn: string): Promise<readonly string[]> => {
    const details: { urn: string }[] =
      (await calls.stored(urn, 'incidentsSummary'))?.activeIncidentDetails ?? [];
    return details.map((one) => one.urn);
  };

  it('have a short custom type, because the summary copies it', async () => {
    const d = await newDataset('incidents.custom');
    const refused = await server.graphql(
      'mutation raise($input: RaiseIncidentInput!) { raiseIncident(input: $input) }',
      { input: { type: 'CUSTOM', customType: 'T'.repeat(201), title: 't', resourceUrns: [d] } },
    );
    expect(refused.errors?.[0]?.message).toContain('The custom type at /customType of incidentInfo has 201');
    expect(await active(d)).toEqual([]);
    const incident = await raise([d], { type: 'CUSTOM', customType: 'T'.repeat(200) });
    expect(await active(d)).toEqual([incident]);
    await remove(incident);
  });

  it('are found on their assets while they are active', async () => {
    const [d, other] = [await newDataset('incidents.a'), await newDataset('incidents.b')];
    const incident = await raise([d], { priority: 'HIGH' });
    expect(await found('DATASET', 'hasActiveIncidents', 'true')).toEqual([d]);
    expect(await found('DATASET', 'activeIncidents', incident)).toEqual([d]);
    expect(await found('DATASET', 'numActiveIncidents', '1')).toEqual([d]);
    expect(await calls.stored(d, 'incidentsSummary')).toMatchObject({
      activeIncidentDetails: [
        { urn: incident, type: 'OPERATIONAL', priority: 1, createdAt: expect.any(Number) },
      ],
      resolvedIncidentDetails: [],
    });

    const state = { urn: incident, resourceUrns: [d, other] };
    await calls.call('mutation', 'updateIncident', {
      urn: ['String!', incident],
      input: ['UpdateIncidentInput!', { resourceUrns: state.resourceUrns }],
    });
    expect(await found('DATASET', 'activeIncidents', incident)).toEqual([d, other].sort());
    await calls.call('mutation', 'updateIncidentStatus', {
      urn: ['String!', incident],
      input: ['IncidentStatusInput!', { state: 'RESOLVED' }],
    });
    expect(await found('DATASET', 'activeIncidents', incident)).toEqual([]);
    expect(await found('DATASET', 'hasResolvedIncidents', 'true')).toEqual([d, other].sort());
    expect(await calls.stored(d, 'incidentsSummary')).toMatchObject({
      activeIncidentDetails: [],
      resolvedIncidentDetails: [{ urn: incident, resolvedAt: expect.any(Number) }],
    });
  });

  it('leave the summary when they are deleted, and return when restored', async () => {
    const d = await newDataset('incidents.c');
    const incident = await raise([d]);
    await remove(incident);
    expect(await active(d)).toEqual([]);
    expect((await undo(incident)).status).toBe(200);
    expect(await active(d)).toEqual([incident]);
    // The deletion of the incident does not delete the asset.
    expect((await undo(d)).status).toBe(404);
  });

  it('raised concurrently are all stored, each once', async () => {
    const d = await newDataset('incidents.d');
    const raised = await Promise.all(Array.from({ length: 8 }, () => raise([d])));
    await Promise.all(
      raised.map((urn) =>
        server.request('PATCH', aspectPath(urn, 'incidentInfo', 'v3'), {
          patch: [{ op: 'add', path: '/title', value: 't' }],
        }),
      ),
    );
    expect([...(await active(d))].sort()).toEqual([...raised].sort());
  });

  it('on missing assets create nothing', async () => {
    const missing = datasetUrn('incidents.missing');
    const stamp = { time: 1, actor: 'urn:li:corpuser:datahub' };
    await put('urn:li:incident:lost', 'incidentInfo', {
      type: 'CUSTOM',
      customType: 'Odd',
      entities: [missing, 'urn:li:tag:t'],
      created: stamp,
      status: { state: 'ACTIVE', lastUpdated: stamp },
    });
    expect(
      (await server.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(missing)}`)).status,
    ).toBe(404);
  });
});

describe('a run that is undone', () => {
  const stamp = { time: 1, actor: 'urn:li:corpuser:datahub' };
  const ingest = async (runId: string, urn: string, aspectName: string, value: object): Promise<void> => {
    const proposal = {
      entityUrn: urn,
      entityType: urn.split(':')[2],
      aspectName,
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      systemMetadata: { runId, lastObserved: 1 },
    };
    const { status, text } = await server.request('POST', '/aspects?action=ingestProposal', { proposal });
    expect(status, text).toBe(200);
  };
  const active = async (urn: string): Promise<readonly string[]> => {
    const details: { urn: string }[] = (await calls.stored(urn, 'incidentsSummary')).activeIncidentDetails;
    return details.map((one) => one.urn);
  };
  const incidentOn = (urn: string): object => ({
    type: 'OPERATIONAL',
    entities: [urn],
    created: stamp,
    status: { state: 'ACTIVE', lastUpdated: stamp },
  });

  it.each<[string, (run: string) => Promise<unknown>]>([
    [
      'by a rollback',
      (runId) =>
        server.request('POST', '/runs?action=rollback', {
          runId,
          dryRun: false,
          hardDelete: true,
          safe: false,
        }),
    ],
    [
      'by an undo',
      async (run) => {
        const { json } = await server.request('POST', '/api/colophon/v1/bulk-edits', { run });
        await expect
          .poll(
            async () => (await server.request('GET', `/api/colophon/v1/bulk-edits/${json.id}`)).json.state,
          )
          .toBe('succeeded');
      },
    ],
  ])('%s keeps what others derive from', async (how, takeBack) => {
    const id = how.replaceAll(' ', '-');
    const d = await newDataset(`runs.${id}`);
    const [own, other] = [`urn:li:incident:${id}-1`, `urn:li:incident:${id}-2`];
    await ingest(id, own, 'incidentInfo', incidentOn(d));
    await put(other, 'incidentInfo', incidentOn(d));
    const [dbt, table] = [datasetUrn(id, 'dbt'), datasetUrn(`Upper.${id}`, 'snowflake')];
    await put(table, 'subTypes', { typeNames: ['Table'] });
    await ingest(id, table, 'upstreamLineage', { upstreams: [{ dataset: dbt, type: 'TRANSFORMED' }] });
    const created = datasetUrn(`Created.${id}`);
    await ingest(id, created, 'datasetProperties', { name: 'n' });
    expect(await active(d)).toEqual([own, other]);
    await takeBack(id);
    expect(await active(d)).toEqual([other]);
    expect(await calls.stored(table, 'upstreamLineage')).toBeUndefined();
    expect(await calls.stored(table, 'siblings')).toEqual({ siblings: [], primary: false });
    const gone = await calls.stored(created, 'datasetProperties');
    expect(gone === undefined || (await calls.stored(created, 'status')).removed).toBe(true);
  });
});

describe('siblings', () => {
  const lineage = (...upstreams: readonly string[]): object => ({
    upstreams: upstreams.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
  });
  const siblings = (urn: string): Promise<unknown> => calls.stored(urn, 'siblings');
  const expectPair = async (dbt: string, table: string): Promise<void> => {
    expect(await siblings(dbt)).toEqual({ siblings: [table], primary: true });
    expect(await siblings(table)).toEqual({ siblings: [dbt], primary: false });
    expect(await found('DATASET', 'siblings', table)).toEqual([dbt]);
    expect(await found('DATASET', 'siblings', dbt)).toEqual([table]);
  };
  const names = (name: string): readonly [dbt: string, table: string] => [
    datasetUrn(name, 'dbt'),
    datasetUrn(name, 'snowflake'),
  ];

  it('are a dbt model and its table, in either order', async () => {
    const [dbt, table] = names('model.first');
    await put(dbt, 'subTypes', { typeNames: ['Model'] });
    await put(table, 'upstreamLineage', lineage(dbt, datasetUrn('raw', 'snowflake')));
    await expectPair(dbt, table);
    const [later, early] = names('model.later');
    await put(early, 'upstreamLineage', lineage(later));
    await put(later, 'subTypes', { typeNames: ['Model'] });
    await expectPair(later, early);
  });

  it('are a dbt source and the table that it reads, in either order of aspects', async () => {
    const [dbt, table] = names('source.one');
    await put(dbt, 'upstreamLineage', lineage(table));
    expect(await siblings(dbt)).toBeUndefined();
    await put(dbt, 'subTypes', { typeNames: ['Source'] });
    await expectPair(dbt, table);
    const [other, read] = names('source.two');
    await put(other, 'subTypes', { typeNames: ['source'] });
    const patch = { op: 'add', path: `/upstreams/${read}`, value: { dataset: read, type: 'COPY' } };
    await server.request('PATCH', aspectPath(other, 'upstreamLineage', 'v3'), { patch: [patch] });
    await expectPair(other, read);
  });

  it.each<[string, (dbt: string, table: string) => readonly (readonly [string, string, object])[]]>([
    ['a model downstream of a table', (dbt, table) => [[dbt, 'upstreamLineage', lineage(table)]]],
    [
      'a table of two models',
      (dbt, table) => [[table, 'upstreamLineage', lineage(dbt, datasetUrn('x', 'dbt'))]],
    ],
    [
      'a source of two tables',
      (dbt, table) => [
        [dbt, 'subTypes', { typeNames: ['Source'] }],
        [dbt, 'upstreamLineage', lineage(table, datasetUrn('x', 'snowflake'))],
      ],
    ],
    [
      'tables of two warehouses',
      (_dbt, table) => [[table, 'upstreamLineage', lineage(datasetUrn('x', 'hive'))]],
    ],
    [
      'a source and a model of dbt',
      (dbt) => [
        [dbt, 'subTypes', { typeNames: ['Source'] }],
        [dbt, 'upstreamLineage', lineage(datasetUrn('x', 'dbt'))],
      ],
    ],
  ])('are not %s', async (name, writes) => {
    const [dbt, table] = names(`not.${name.replaceAll(' ', '-')}`);
    for (const [urn, aspect, value] of writes(dbt, table)) await put(urn, aspect, value);
    expect([await siblings(dbt), await siblings(table)]).toEqual([undefined, undefined]);
  });

  it('stated explicitly stay unchanged', async () => {
    const [dbt, table] = names('stated');
    const stated = { siblings: [datasetUrn('other', 'bigquery')], primary: true };
    await put(table, 'siblings', stated);
    await put(table, 'upstreamLineage', lineage(dbt));
    expect([await siblings(dbt), await siblings(table)]).toEqual([undefined, stated]);
    const [model, made] = names('stated.primary');
    await put(made, 'siblings', { siblings: [model], primary: true });
    await put(model, 'siblings', { siblings: [made], primary: false });
    await put(made, 'upstreamLineage', lineage(model));
    await put(made, 'upstreamLineage', lineage());
    expect(await siblings(made)).toEqual({ siblings: [model], primary: true });
    expect(await siblings(model)).toEqual({ siblings: [made], primary: false });
  });

  it('end with their lineage, and with either sibling', async () => {
    const [dbt, table] = names('ends');
    await put(table, 'upstreamLineage', lineage(dbt));
    const next = datasetUrn('ends.next', 'dbt');
    await put(table, 'upstreamLineage', lineage(next));
    expect(await siblings(dbt)).toEqual({ siblings: [], primary: true });
    await expectPair(next, table);
    await remove(table);
    expect(await siblings(next)).toEqual({ siblings: [], primary: true });
    expect((await undo(table)).status).toBe(200);
    await expectPair(next, table);
    await remove(next);
    expect(await siblings(table)).toEqual({ siblings: [], primary: false });
    expect((await undo(next)).status).toBe(200);
    await expectPair(next, table);
    await put(next, 'status', { removed: true });
    expect(await siblings(table)).toEqual({ siblings: [next], primary: false });
  });
});

describe('assertions', () => {
  it.each<[string, object, object]>([
    ['DATASET', { datasetAssertion: { scope: 'DATASET_ROWS', operator: 'BETWEEN' } }, {}],
    [
      'FIELD',
      {
        fieldAssertion: {
          type: 'FIELD_VALUES',
          fieldValuesAssertion: {
            field: { path: 'a.b', type: 'STRING', nativeType: 'text' },
            operator: 'NOT_NULL',
            failThreshold: { type: 'COUNT', value: 0 },
            excludeNulls: true,
          },
        },
      },
      { fieldAssertion: { fieldPath: 'a.b' } },
    ],
  ])('of type %s are found by their dataset', async (type, details, also) => {
    const [d, e] = [datasetUrn(`assertions.${type}`), datasetUrn(`assertions.moved.${type}`)];
    const urn = `urn:li:assertion:${type}`;
    const [kind = '', content] = Object.entries(details)[0] ?? [];
    const info = (target: string): object => ({
      type,
      [kind]: { ...(content as object), [type === 'DATASET' ? 'dataset' : 'entity']: target },
    });
    await put(urn, 'assertionInfo', info(d));
    expect(await found('ASSERTION', 'entity', d)).toEqual([urn]);
    const stored = await calls.stored(urn, 'assertionInfo');
    expect(stored).toMatchObject({ ...also, entityUrn: d });
    await put(urn, 'assertionInfo', { ...stored, ...info(e) });
    expect([await found('ASSERTION', 'entity', d), await found('ASSERTION', 'entity', e)]).toEqual([
      [],
      [urn],
    ]);
  });

  it('have a summary of their runs', async () => {
    const d = await newDataset('assertions.runs');
    const urn = await calls.mutate(
      'upsertCustomAssertion',
      'UpsertCustomAssertionInput',
      { entityUrn: d, type: 't', description: 'd', platform: { name: 'x' } },
      '{ urn }',
    );
    const report = async (type: string, timestampMillis: number): Promise<void> => {
      const { errors } = await calls.call('mutation', 'reportAssertionResult', {
        urn: ['String!', urn.urn],
        result: ['AssertionResultInput!', { type, timestampMillis }],
      });
      expect(errors).toBeUndefined();
    };
    await report('FAILURE', 2000);
    expect(await calls.stored(urn.urn, 'assertionRunSummary')).toEqual({
      lastFailedAtMillis: 2000,
      assertionStatus: 'FAILING',
    });
    expect(await found('ASSERTION', 'assertionStatus', 'FAILING')).toEqual([urn.urn]);
    // Reported late: the newer failure counts.
    await report('SUCCESS', 1000);
    await report('FAILURE', 500);
    const failing = { lastFailedAtMillis: 2000, lastPassedAtMillis: 1000, assertionStatus: 'FAILING' };
    expect(await calls.stored(urn.urn, 'assertionRunSummary')).toEqual(failing);
    await report('SUCCESS', 3000);
    expect(await found('ASSERTION', 'assertionStatus', 'PASSING')).toEqual([urn.urn]);
    // Deletes the last point, then those of a time range.
    await server.request('DELETE', aspectPath(urn.urn, 'assertionRunEvent', 'v3'));
    expect(await calls.stored(urn.urn, 'assertionRunSummary')).toEqual(failing);
    expect(await found('ASSERTION', 'assertionStatus', 'FAILING')).toEqual([urn.urn]);
    await server.request('POST', '/entities?action=delete', {
      urn: urn.urn,
      aspectName: 'assertionRunEvent',
      startTimeMillis: 1500,
      endTimeMillis: 2500,
    });
    expect(await calls.stored(urn.urn, 'assertionRunSummary')).toEqual({
      lastFailedAtMillis: 500,
      lastPassedAtMillis: 1000,
      assertionStatus: 'PASSING',
    });
  });
});

describe('data products', () => {
  const product = (id: string): string => `urn:li:dataProduct:${id}`;
  const assets = (...urns: readonly string[]): object => ({
    name: 'p',
    assets: urns.map((destinationUrn) => ({ destinationUrn })),
  });

  it('find their assets', async () => {
    const [d, e] = [await newDataset('products.d'), await newDataset('products.e')];
    const [p, q] = [product('p'), product('q')];
    await put(p, 'dataProductProperties', assets(d, e, datasetUrn('products.missing')));
    await put(q, 'dataProductProperties', { ...assets(), assets: [{ destinationUrn: d, outputPort: true }] });
    expect(await found('DATASET', 'dataProduct', p)).toEqual([d, e]);
    expect(await found('DATASET', 'dataProduct', q)).toEqual([d]);
    expect(await found('DATASET', 'hasDataProduct', 'true')).toEqual([d, e]);
    expect(await found('DATASET', 'isDataProductOutputPort', 'true')).toEqual([d]);
    const { errors } = await calls.call('mutation', 'batchSetDataProduct', {
      input: ['BatchSetDataProductInput!', { dataProductUrn: q, resourceUrns: [d, e] }],
    });
    expect(errors).toBeUndefined();
    expect([await found('DATASET', 'dataProduct', p), await found('DATASET', 'dataProduct', q)]).toEqual([
      [],
      [d, e],
    ]);
    await remove(q);
    expect(await found('DATASET', 'dataProduct', q)).toEqual([]);
    expect((await undo(q)).status).toBe(200);
    expect(await found('DATASET', 'dataProduct', q)).toEqual([d, e]);
  });
});

describe('names of datasets', () => {
  it('with upper-case letters are found in lower case', async () => {
    const upper = await newDataset('Names.X.Y');
    const lower = await newDataset('names.plain');
    expect(await found('DATASET', 'lowercasedUrn', datasetUrn('names.x.y'))).toEqual([upper]);
    expect(await calls.stored(lower, 'aliases')).toBeUndefined();
    await server.request('DELETE', aspectPath(upper, 'aliases', 'v3'));
    await clientOf(server).dataset('Names.X.Y', { name: 'again' });
    expect(await calls.stored(upper, 'aliases')).toBeUndefined();
  });
});

describe('fields that nothing fills', () => {
  it('get a warning in filters until an entity has them', async () => {
    const warnings = async (): Promise<unknown> => {
      const orFilters = [{ and: [{ field: 'schemaFieldAliases', condition: 'EXISTS' }] }];
      const answer = await server.graphql(
        `query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }`,
        { input: { types: ['SCHEMA_FIELD'], query: '*', orFilters } },
      );
      return answer.extensions?.warnings;
    };
    expect(JSON.stringify(await warnings())).toContain(
      "Filter field 'schemaFieldAliases' has no values: no entity has the aspect schema",
    );
    const column = `urn:li:schemaField:(${datasetUrn('unfilled')},a)`;
    await put(column, 'schemaFieldAliases', {
      aliases: [`urn:li:schemaField:(${datasetUrn('unfilled')},b)`],
    });
    expect(await warnings()).toBeUndefined();
  });
});
