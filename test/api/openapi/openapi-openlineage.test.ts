import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const LINEAGE = '/openapi/openlineage/api/v1/lineage';
const PRODUCER = 'https://github.com/apache/airflow/tree/1.0.0';
const POSTGRES = 'postgres://my-host:5432';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const post = (event: unknown): Promise<Answer> => server.request('POST', LINEAGE, event);
const postBatch = (events: unknown): Promise<Answer> => server.request('POST', `${LINEAGE}/batch`, events);

async function aspect(urn: string, name: string): Promise<unknown> {
  const { json } = await server.request(
    'GET',
    `/openapi/v3/entity/generic/${encodeURIComponent(urn)}/${name}`,
  );
  return jsonAt(json, 'value');
}

const jobOf = (orchestrator: string, name: string, namespace: string): string =>
  `urn:li:dataJob:(urn:li:dataFlow:(${orchestrator},${name.split('.')[0] ?? ''},${namespace}),${name})`;
const table = (name: string): string =>
  `urn:li:dataset:(urn:li:dataPlatform:postgres,my_db.my_schema.${name},PROD)`;
const dataset = (name: string, facets?: object) => ({
  namespace: POSTGRES,
  name: `my_db.my_schema.${name}`,
  ...(facets && { facets }),
});

/** Urns at the other ends of the edges of a job, by list. */
async function edgesOf(job: string): Promise<unknown> {
  const value = await aspect(job, 'dataJobInputOutput');
  const ends = (list: string) => {
    const edges = jsonAt(value, list);
    return Array.isArray(edges) ? edges.map((edge: unknown) => jsonAt(edge, 'destinationUrn')) : [];
  };
  return { inputs: ends('inputDatasetEdges'), outputs: ends('outputDatasetEdges') };
}

// The requests of DataHub's smoke tests (smoke-test/tests/openapi/openlineage).
describe('events of OpenLineage', () => {
  it('of a run write its job, flow, datasets and run', async () => {
    const runId = 'd46e465b-d358-4d32-83d4-df660ff614dd';
    const answer = await post({
      eventType: 'START',
      eventTime: '2020-12-28T19:52:00.001+10:00',
      producer: 'https://github.com/OpenLineage/OpenLineage/blob/v1-0-0/client',
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      run: { runId },
      job: { namespace: 'workshop', name: 'process_taxes' },
      inputs: [
        {
          namespace: 'postgres://workshop-db:None',
          name: 'workshop.public.taxes',
          facets: { dataSource: { name: 'postgres://workshop-db:None', uri: 'workshop-db' } },
        },
      ],
    });
    expect([answer.status, answer.text]).toEqual([201, '']);
    const job = jobOf('unknown', 'process_taxes', 'workshop');
    const taxes = 'urn:li:dataset:(urn:li:dataPlatform:postgres,workshop.public.taxes,PROD)';
    expect(await edgesOf(job)).toEqual({ inputs: [taxes], outputs: [] });
    const time = Date.UTC(2020, 11, 28, 9, 52, 0, 1);
    expect(await aspect(job, 'dataJobInfo')).toMatchObject({
      name: 'process_taxes',
      type: { string: 'unknown' },
      flowUrn: 'urn:li:dataFlow:(unknown,process_taxes,workshop)',
      created: { time },
    });
    const run = `urn:li:dataProcessInstance:${runId}`;
    expect(await aspect(run, 'dataProcessInstanceRunEvent')).toMatchObject({
      timestampMillis: time,
      status: 'STARTED',
    });
    expect(await aspect(run, 'dataProcessInstanceRelationships')).toEqual({
      parentTemplate: job,
      upstreamInstances: [],
    });
    expect(await aspect(run, 'dataProcessInstanceInput')).toEqual({ inputs: [taxes] });
    expect(await aspect(taxes, 'status')).toEqual({ removed: false });
  });

  it('of one run add to one another', async () => {
    const event = {
      run: { runId: 'a0000000-0000-4000-8000-00000000c0de' },
      job: { namespace: 'smoke_ol_ns', name: 'smoke_ol_incremental' },
      producer: PRODUCER,
    };
    const events = [
      {
        ...event,
        eventType: 'START',
        eventTime: '2024-06-01T12:00:00.000Z',
        inputs: [dataset('smoke_ol_src')],
      },
      {
        ...event,
        eventType: 'COMPLETE',
        eventTime: '2024-06-01T12:05:00.000Z',
        outputs: [dataset('smoke_ol_dst')],
      },
    ];
    for (const one of events) expect((await post(one)).status).toBe(201);
    expect(await edgesOf(jobOf('airflow', 'smoke_ol_incremental', 'smoke_ol_ns'))).toEqual({
      inputs: [table('smoke_ol_src')],
      outputs: [table('smoke_ol_dst')],
    });
    const run = `urn:li:dataProcessInstance:${event.run.runId}`;
    expect(await aspect(run, 'dataProcessInstanceInput')).toEqual({ inputs: [table('smoke_ol_src')] });
    expect(await aspect(run, 'dataProcessInstanceOutput')).toEqual({ outputs: [table('smoke_ol_dst')] });
    expect(await aspect(run, 'dataProcessInstanceRunEvent')).toMatchObject({
      status: 'COMPLETE',
      result: { type: 'SUCCESS', nativeResultType: 'COMPLETE' },
    });
  });

  it('of a job write lineage without a run, and of a dataset only the dataset', async () => {
    const eventTime = '2024-06-01T10:00:00.000Z';
    const jobType = { processingType: 'BATCH', integration: 'SPARK', jobType: 'QUERY' };
    const ofJob = await post({
      eventTime,
      producer: PRODUCER,
      job: { namespace: 'smoke_ol_ns', name: 'smoke_ol_jobevent', facets: { jobType } },
      inputs: [dataset('smoke_ol_src')],
      outputs: [dataset('smoke_ol_jobout')],
    });
    const ofDataset = await post({
      eventTime,
      producer: PRODUCER,
      dataset: dataset('smoke_ol_catalogued', { documentation: { description: 'Catalogued with no run' } }),
    });
    expect([ofJob.status, ofDataset.status]).toEqual([201, 201]);
    const job = jobOf('spark', 'smoke_ol_jobevent', 'smoke_ol_ns');
    expect(await edgesOf(job)).toEqual({
      inputs: [table('smoke_ol_src')],
      outputs: [table('smoke_ol_jobout')],
    });
    expect(await aspect(job, 'subTypes')).toEqual({ typeNames: ['QUERY'] });
    expect(await aspect(table('smoke_ol_catalogued'), 'datasetProperties')).toMatchObject({
      description: 'Catalogued with no run',
    });
  });

  it('in a batch are written or refused one by one', async () => {
    const run = {
      eventType: 'COMPLETE',
      eventTime: '2024-06-01T10:00:00.000Z',
      run: { runId: 'b7f1c4e2-5a6d-4f3b-8c9e-1d2a3b4c5d6e' },
      job: { namespace: 'smoke_ol_batch_ns', name: 'smoke_ol_batch_run' },
      inputs: [dataset('smoke_ol_batch_src')],
      outputs: [dataset('smoke_ol_batch_dst')],
      producer: PRODUCER,
    };
    const job = {
      eventTime: '2024-06-01T10:00:00.000Z',
      job: { namespace: 'smoke_ol_batch_ns', name: 'smoke_ol_batch_job' },
      inputs: [dataset('smoke_ol_batch_src')],
      producer: PRODUCER,
    };
    const whole = await postBatch([run, job]);
    expect([whole.status, whole.json]).toEqual([
      200,
      {
        status: 'success',
        summary: { received: 2, successful: 2, failed: 0, retriable: 0, non_retriable: 0 },
        failed_events: [],
      },
    ]);
    const nameless = { ...run, job: { namespace: 'smoke_ol_batch_ns', name: '' } };
    expect((await postBatch([job, nameless])).json).toEqual({
      status: 'partial_success',
      summary: { received: 2, successful: 1, failed: 1, retriable: 0, non_retriable: 1 },
      failed_events: [{ index: 1, reason: expect.stringContaining('job.name') as string, retriable: false }],
    });
    expect((await postBatch(run)).status).toBe(400);
    expect(await edgesOf(jobOf('airflow', 'smoke_ol_batch_run', 'smoke_ol_batch_ns'))).toEqual({
      inputs: [table('smoke_ol_batch_src')],
      outputs: [table('smoke_ol_batch_dst')],
    });
  });

  it('with more pairs of columns than one commit takes are refused', async () => {
    const inputFields = Array.from({ length: 50_000 }, (_, i) => ({
      namespace: 'hive',
      name: 'db.source',
      field: `c${i}`,
    }));
    const facets = { columnLineage: { fields: { sum: { inputFields } } } };
    const answer = await post({
      eventTime: '2026-01-01T00:00:00Z',
      producer: PRODUCER,
      job: { namespace: 'workshop', name: 'too_wide' },
      outputs: [dataset('too_wide', facets)],
    });
    expect(answer.status).toBe(400);
    expect(jsonAt(answer.json, 'message')).toBe(
      'inputs and outputs have 50001 datasets and pairs of columns, more than 50000. Send an event for each of several parts of the outputs: an event adds to earlier ones.',
    );
  });

  it('bring their facets, and keep what others have written', async () => {
    const orders = table('orders');
    await server.request('POST', `/openapi/v3/entity/dataset/${encodeURIComponent(orders)}/ownership`, {
      value: { owners: [{ owner: 'urn:li:corpuser:jane', type: 'DATA_STEWARD' }] },
    });
    const from = (name: string, field: string) => ({ ...dataset(name), field });
    const columns = [
      { name: 'id', type: 'BIGINT', description: 'the key' },
      { name: 'buyer', type: 'struct', fields: [{ name: 'name', type: 'varchar' }] },
    ];
    const answer = await post({
      eventType: 'FAIL',
      eventTime: '2024-06-01T10:00:00Z',
      producer: PRODUCER,
      run: {
        runId: 'run-1',
        facets: {
          processing_engine: { name: 'Spark', version: '3.5' },
          parent: { run: { runId: 'run-0' }, job: { namespace: 'ns', name: 'dag' }, _producer: PRODUCER },
          nominalTime: { nominalStartTime: '2024-06-01T09:00:00Z' },
          errorMessage: { message: 'out of memory', programmingLanguage: 'JAVA' },
        },
      },
      job: {
        namespace: 'ns',
        name: 'dag.task',
        facets: {
          documentation: { description: 'loads orders' },
          ownership: { owners: [{ name: 'joe', type: 'producer' }] },
          sql: { query: 'insert into orders select * from raw' },
        },
      },
      inputs: [{ namespace: 's3a://bucket', name: '/raw/orders/' }],
      outputs: [
        dataset('orders', {
          schema: { fields: columns },
          ownership: { owners: [{ name: 'joe' }, { name: 'urn:li:corpGroup:sales', type: 'OTHER' }] },
          tags: { tags: [{ key: 'gold', value: 'true' }] },
          columnLineage: {
            fields: {
              id: {
                inputFields: [
                  {
                    ...from('raw', 'order_id'),
                    transformations: [{ type: 'DIRECT', subtype: 'IDENTITY' }],
                  },
                ],
              },
            },
          },
        }),
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const owners = jsonAt(await aspect(orders, 'ownership'), 'owners');
    expect(owners).toMatchObject([
      { owner: 'urn:li:corpuser:jane', type: 'DATA_STEWARD' },
      { owner: 'urn:li:corpuser:joe', type: 'TECHNICAL_OWNER' },
      { owner: 'urn:li:corpGroup:sales', type: 'TECHNICAL_OWNER' },
    ]);
    expect(jsonAt(await aspect(orders, 'globalTags'), 'tags')).toEqual([{ tag: 'urn:li:tag:gold' }]);
    const schema = await aspect(orders, 'schemaMetadata');
    expect(jsonAt(schema, 'fields')).toMatchObject([
      { fieldPath: 'id', nativeDataType: 'BIGINT', description: 'the key' },
      { fieldPath: 'buyer', type: { type: { 'com.linkedin.schema.MapType': {} } } },
      { fieldPath: 'buyer.name', type: { type: { 'com.linkedin.schema.StringType': {} } } },
    ]);
    const job = jobOf('spark', 'dag.task', 'ns');
    expect(await aspect(job, 'dataJobInfo')).toMatchObject({ name: 'task', description: 'loads orders' });
    expect(jsonAt(await aspect(job, 'ownership'), 'owners', 0)).toMatchObject({ type: 'PRODUCER' });
    expect(await edgesOf(job)).toEqual({
      inputs: ['urn:li:dataset:(urn:li:dataPlatform:s3,bucket/raw/orders,PROD)'],
      outputs: [orders],
    });
    const inputOutput = await aspect(job, 'dataJobInputOutput');
    expect(jsonAt(inputOutput, 'inputDatajobEdges', 0, 'destinationUrn')).toBe(jobOf('airflow', 'dag', 'ns'));
    expect(jsonAt(inputOutput, 'fineGrainedLineages')).toMatchObject([
      {
        upstreams: [`urn:li:schemaField:(${table('raw')},order_id)`],
        downstreams: [`urn:li:schemaField:(${orders},id)`],
        transformOperation: 'DIRECT:IDENTITY',
        confidenceScore: 1,
      },
    ]);
    expect(jsonAt(await aspect(job, 'dataTransformLogic'), 'transforms', 0, 'queryStatement')).toEqual({
      value: 'insert into orders select * from raw',
      language: 'SQL',
    });
    const run = 'urn:li:dataProcessInstance:run-1';
    expect(await aspect(run, 'dataProcessInstanceProperties')).toMatchObject({
      name: 'run-1',
      created: { time: Date.UTC(2024, 5, 1, 9) },
      customProperties: { errorMessage: 'out of memory', programmingLanguage: 'JAVA' },
    });
    expect(await aspect(run, 'dataProcessInstanceRelationships')).toMatchObject({
      parentInstance: 'urn:li:dataProcessInstance:run-0',
    });
    expect(await aspect(run, 'dataProcessInstanceRunEvent')).toMatchObject({
      result: { type: 'FAILURE', nativeResultType: 'ERROR_MESSAGE' },
    });
  });

  it.each([
    ['hive', 'db.t', undefined, 'hive,db.t'],
    ['awsathena://athena.eu.amazonaws.com', 'c.db.t', undefined, 'athena,c.db.t'],
    ['abfss://c@account.dfs.core.windows.net', '/a/b', undefined, 'abs,c@account.dfs.core.windows.net/a/b'],
    ['hdfs://nn:8020', '/a/b', undefined, 'hdfs,/a/b'],
    ['file', '/tmp/x', undefined, 'file,/tmp/x'],
    ['s3://b', 'w/db.db/t', ['aws:glue:eu:1', 'table/db/t'], 'glue,db.t'],
    ['s3://b', 'w/db.db/t', ['hive://meta:9083', 'db.t'], 'hive,db.t'],
    ['kafka://broker', 'a(b),c', undefined, 'kafka,a%28b%29%2Cc'],
  ])('name the dataset %s %s', async (namespace, name, symlink, expected) => {
    const [tableSpace, tableName] = symlink ?? [];
    const identifiers = symlink && [{ namespace: tableSpace, name: tableName, type: 'TABLE' }];
    const answer = await post({
      eventTime: '2024-06-01T10:00:00Z',
      dataset: { namespace, name, facets: { symlinks: identifiers && { identifiers } } },
    });
    expect(answer.status, answer.text).toBe(201);
    const urn = `urn:li:dataset:(urn:li:dataPlatform:${expected},PROD)`;
    expect(await aspect(urn, 'status')).toEqual({ removed: false });
  });

  const valid = { eventTime: '2024-06-01T10:00:00Z', job: { namespace: 'bad', name: 'bad' } };
  it.each([
    [[], 'The body'],
    [{ ...valid, eventTime: undefined }, 'eventTime'],
    [{ ...valid, eventTime: 'yesterday' }, 'eventTime: it is not a time'],
    [{ ...valid, eventType: 'DONE' }, 'eventType'],
    [{ ...valid, job: undefined, run: { runId: 'x' } }, 'the event names no job and no dataset'],
    [{ ...valid, run: {} }, 'run.runId'],
    [{ ...valid, inputs: [{ namespace: 'a' }] }, 'inputs[0].name'],
    [{ ...valid, inputs: [{ namespace: ' ', name: 'a' }] }, 'inputs[0].namespace: it is empty'],
    [
      { ...valid, outputs: [dataset('bad', { schema: { fields: [{ type: 'int' }] } })] },
      'outputs[0].facets.schema.fields[0].name',
    ],
  ])('are refused when they are wrong: %j', async (event, message) => {
    const answer = await post(event);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await aspect(jobOf('unknown', 'bad', 'bad'), 'status')).toBeUndefined();
  });
});
