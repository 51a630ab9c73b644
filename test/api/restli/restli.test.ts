import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:mysql,${name},PROD)`;
const post = (path: string, body: unknown, headers = {}): Promise<Answer> =>
  server.request('POST', path, body, headers);
const get = (path: string): Promise<Answer> => server.request('GET', path);

/** As the client sends it: the value is JSON text. */
function proposal(urn: string, aspectName: string, value: unknown, more: object = {}): object {
  const [, , entityType] = urn.split(':');
  const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
  return { entityType, entityUrn: urn, changeType: 'UPSERT', aspectName, aspect, ...more };
}

async function write(urn: string, aspectName: string, value: unknown, more: object = {}): Promise<Answer> {
  const body = { proposal: proposal(urn, aspectName, value, more), async: 'false' };
  return post('/aspects?action=ingestProposal', body);
}

const aspectPath = (urn: string, aspect: string, version = 0): string =>
  `/aspects/${encodeURIComponent(urn)}?aspect=${aspect}&version=${version}`;

describe('aspects', () => {
  it('are written and read back under their class name, at every base path', async () => {
    const urn = dataset('a b/c');
    const written = await write(urn, 'datasetProperties', { name: 'é中😀', customProperties: {} });
    expect(written.status).toBe(200);
    expect(written.json).toEqual({ value: 'success' });
    expect(written.headers.get('traceparent')).toMatch(/^00-/);
    for (const base of ['', '/gms', '/api/gms']) {
      const answer = await get(base + aspectPath(urn, 'datasetProperties'));
      expect(answer.json).toEqual({
        version: 0,
        aspect: { 'com.linkedin.dataset.DatasetProperties': { name: 'é中😀', customProperties: {} } },
      });
    }
    expect((await get(aspectPath(urn, 'datasetKey'))).json.aspect).toEqual({
      'com.linkedin.metadata.key.DatasetKey': {
        platform: 'urn:li:dataPlatform:mysql',
        name: 'a b/c',
        origin: 'PROD',
      },
    });
  });

  it('have names outside ASCII, which the client escapes twice in single proposals', async () => {
    const systemMetadata = { runId: 'r\\u00fcn', properties: { clientId: 'acryl-datahub' } };
    const body = {
      proposal: proposal(
        'urn:li:tag:\\u00fcn\\u1f600 \\u0041',
        'tagProperties',
        { name: 'ü' },
        { systemMetadata },
      ),
    };
    expect((await post('/aspects?action=ingestProposal', body)).json).toEqual({ value: 'success' });
    const urn = encodeURIComponent('urn:li:tag:ün😀 \\u0041');
    expect((await get(`/openapi/v3/entity/tag/${urn}/tagProperties?systemMetadata=true`)).json).toMatchObject(
      {
        value: { name: 'ü' },
        systemMetadata: { runId: 'rün' },
      },
    );

    const batch = { proposals: [proposal('urn:li:tag:\\u00fc', 'tagProperties', { name: 'n' })] };
    await post('/aspects?action=ingestProposalBatch', batch);
    expect((await get(`/openapi/v3/entity/tag/${encodeURIComponent('urn:li:tag:\\u00fc')}`)).status).toBe(
      200,
    );
  });

  it('keep versions, 0 the latest and 1 the oldest', async () => {
    const urn = dataset('versions');
    for (const name of ['1', '2', '3']) await write(urn, 'datasetProperties', { name });
    const name = async (version: number): Promise<unknown> =>
      (await get(aspectPath(urn, 'datasetProperties', version))).json.aspect[
        'com.linkedin.dataset.DatasetProperties'
      ].name;
    expect([await name(0), await name(1), await name(2)]).toEqual(['3', '1', '2']);
  });

  it.each([
    aspectPath(dataset('none'), 'datasetKey'),
    aspectPath(dataset('none'), 'noSuchAspect'),
    aspectPath('urn:li:bogus:x', 'status'),
  ])('that do not exist are 404: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-restli-error-response')).toBe('true');
    expect(answer.json).toMatchObject({
      status: 404,
      exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    });
  });

  it.each([
    ['/aspects/nonsense?aspect=status', 'Invalid urn!: nonsense'],
    [`/aspects/${encodeURIComponent(dataset('x'))}`, 'Parameter aspect is missing'],
    [aspectPath(dataset('x'), 'status', -1), 'version must be a whole number from 0'],
    [`${aspectPath(dataset('x'), 'status')}x`, 'Parameter version must be a whole number'],
    ['/aspects/%zz?aspect=status', 'percent-encoded'],
  ])('refuse an invalid read: %s', async (path, message) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });

  it('are refused with 422 and all failures, and nothing is written', async () => {
    const urn = dataset('refused');
    const answer = await post('/aspects?action=ingestProposalBatch', {
      proposals: [
        proposal(urn, 'status', { removed: false }),
        proposal(urn, 'ownership', { owners: 'x' }),
        proposal(urn, 'bogusAspect', {}),
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.json.status).toBe(422);
    expect(answer.json.message).toMatch(/owners.*bogusAspect/);
    expect((await get(aspectPath(urn, 'datasetKey'))).status).toBe(404);
  });

  it('lose the fields that this server does not know, with a warning that names them', async () => {
    const urn = dataset('newer');
    const stamp = { time: 1, actor: 'urn:li:corpuser:datahub', since: 2 };
    const value = {
      owners: [{ owner: stamp.actor, type: 'NONE', note: { a: 1 } }],
      lastModified: stamp,
      'added é': true,
    };
    const answer = await post('/aspects?action=ingestProposalBatch', {
      proposals: [proposal(urn, 'ownership', value), proposal(urn, 'status', { removed: false })],
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.headers.get('x-colophon-warnings') ?? '')).toEqual(
      ['/owners/0/note', '/lastModified/since', '/added é'].map((path) =>
        expect.stringContaining(`Field ${path} of ownership is not stored`),
      ),
    );
    const { json } = await get(aspectPath(urn, 'ownership'));
    const stored = json.aspect['com.linkedin.common.Ownership'];
    expect(stored).toMatchObject({ owners: [{ owner: stamp.actor, type: 'NONE' }] });
    expect(JSON.stringify(stored)).not.toMatch(/note|since|added/);
  });

  it('are refused with an unknown field if a required one is missing, or if the request is strict', async () => {
    const urn = dataset('newer and wrong');
    const body = { proposal: proposal(urn, 'status', { removd: true }) };
    expect((await post('/aspects?action=ingestProposal', body)).status).toBe(200);
    const owners = { proposal: proposal(urn, 'ownership', { owner: [] }) };
    const refused = await post('/aspects?action=ingestProposal', owners);
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('/owners')]);
    const strict = { 'x-colophon-strict': 'true' };
    const { status, text } = await server.request('POST', '/aspects?action=ingestProposal', body, strict);
    expect([status, text]).toEqual([400, expect.stringContaining('/removd of status')]);
  });

  it('are refused as a whole when an upstream of a dataset is something else', async () => {
    const urn = dataset('of a model');
    const upstreams = [{ dataset: 'urn:li:mlModel:(urn:li:dataPlatform:x,m,PROD)', type: 'TRANSFORMED' }];
    const proposals = [
      proposal(urn, 'status', { removed: false }),
      proposal(urn, 'upstreamLineage', { upstreams }),
    ];
    const { json, status } = await post('/aspects?action=ingestProposalBatch', { proposals });
    expect([status, json.message]).toEqual([
      422,
      expect.stringContaining('upstreams[0].dataset must be the urn of a dataset'),
    ]);
    expect((await get(aspectPath(urn, 'status'))).status).toBe(404);
  });

  it.each([
    [{}, 'proposal must be a JSON object'],
    [{ proposal: proposal('urn:li:bogus:x', 'status', {}) }, 'Failed to find entity with name bogus'],
    ['[1]', 'The body must be a JSON object'],
    ['{', 'Malformed JSON'],
  ])('refuse an invalid body: %j', async (body, message) => {
    const answer = await post('/aspects?action=ingestProposal', body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });

  it('are counted by pattern', async () => {
    for (const name of ['count_1', 'count_2']) await write(dataset(name), 'status', { removed: true });
    const count = async (body: object): Promise<unknown> =>
      (await post('/aspects?action=getCount', body)).json.value;
    expect(await count({ aspect: 'status', urnLike: `%count\\_%` })).toBe(0);
    expect(await count({ aspect: 'status', urnLike: '%count_%' })).toBe(2);
    expect(
      await count({ aspect: 'status', urnLike: 'urn:li:dataset:(urn:li:dataPlatform:mysql,count_2%' }),
    ).toBe(1);
    expect(await count({ aspect: 'datasetKey', urnLike: '%,count_%' })).toBe(2);
    expect(await count({ aspect: 'status', urnLike: 'urn:li:tag:%' })).toBe(0);
    expect((await post('/aspects?action=getCount', { aspect: 'statuz' })).json.message).toContain("'status'");
  });

  it('accept a gzip-compressed body', async () => {
    const urn = dataset('packed');
    const body = gzipSync(JSON.stringify({ proposal: proposal(urn, 'status', { removed: false }) }));
    const answer = await fetch(`${server.url}/aspects?action=ingestProposal`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body,
    });
    expect(answer.status).toBe(200);
    expect((await get(aspectPath(urn, 'datasetKey'))).status).toBe(200);
  });

  it.each([
    ['gzip', 'not packed', 400, 'is not valid gzip data'],
    ['br', 'x', 415, 'Content-Encoding br'],
  ])('refuse an invalid body of %s', async (encoding, body, status, message) => {
    const headers = { 'content-encoding': encoding };
    const answer = await post('/aspects?action=ingestProposal', body, headers);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toContain(message);
  });
});

describe('timeseries aspects', () => {
  const urn = dataset('profiled');
  const points = async (more: object): Promise<readonly number[]> => {
    const body = { urn, entity: 'dataset', aspect: 'datasetProfile', ...more };
    const answer = await post('/aspects?action=getTimeseriesAspectValues', body);
    expect(answer.status).toBe(200);
    return answer.json.value.values.map(({ aspect }: { aspect: { value: string } }) => {
      const value: unknown = JSON.parse(aspect.value);
      return (value as { rowCount: number }).rowCount;
    });
  };
  const filter = (field: string, condition: string, ...values: string[]): object => ({
    filter: { or: [{ and: [{ field, condition, values }] }] },
  });

  beforeAll(async () => {
    for (const [timestampMillis, rowCount] of [
      [1000, 1],
      [3000, 3],
      [2000, 2],
    ]) {
      await write(urn, 'datasetProfile', { timestampMillis, rowCount });
    }
  });

  it('are read newest first, in a time range, up to the limit', async () => {
    expect(await points({})).toEqual([3, 2, 1]);
    expect(await points({ limit: 2 })).toEqual([3, 2]);
    expect(await points({ latestValue: true })).toEqual([3]);
    expect(await points({ startTimeMillis: 2000, endTimeMillis: 2000 })).toEqual([2]);
    expect(await points({ startTimeMillis: 3001 })).toEqual([]);
    expect(await points({ limit: 1, ...filter('rowCount', 'LESS_THAN', '3') })).toEqual([2]);
    expect(await points({ filter: { or: [{ and: [] }] } })).toEqual([3, 2, 1]);
  });

  it('are read oldest first if sorted ascending', async () => {
    const sort = (order: string): object => ({ sort: { field: 'timestampMillis', order } });
    expect(await points(sort('ASCENDING'))).toEqual([1, 2, 3]);
    expect(await points({ ...sort('ASCENDING'), limit: 2, startTimeMillis: 1500 })).toEqual([2, 3]);
    expect(await points({ ...sort('ASCENDING'), latestValue: true })).toEqual([3]);
    expect(await points(sort('DESCENDING'))).toEqual([3, 2, 1]);
  });

  it.each([
    [{ limit: -1 }, 'limit must be'],
    [{ limit: 'x' }, 'limit must be a whole number'],
    [filter('rowCount', 'NEARLY', '1'), 'condition must be one of'],
    [{ urn: 'x' }, 'Invalid urn!'],
    [{ entity: 'chart' }, 'entity type is dataset'],
    [{ entity: 'nonsense' }, 'Failed to find entity'],
    [{ aspect: 'status' }, 'Only timeseries aspects are supported'],
    [{ aspect: 'datasetProfil' }, 'Unknown aspect datasetProfil for entity dataset'],
    [{ sort: { field: 'rowCount', order: 'ASCENDING' } }, 'sorted by timestampMillis only'],
    [{ sort: { field: 'timestampMillis', order: 'UP' } }, 'sort.order must be ASCENDING'],
  ])('refuse an invalid read: %j', async (more, message) => {
    const body = { urn, entity: 'dataset', aspect: 'datasetProfile', ...more };
    const answer = await post('/aspects?action=getTimeseriesAspectValues', body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });

  it('are deleted in a time range; others are kept', async () => {
    const remove = async (more: object): Promise<unknown> =>
      (await post('/entities?action=delete', { urn, aspectName: 'datasetProfile', ...more })).json.value;
    expect(await remove({ endTimeMillis: 1500 })).toEqual({ urn, rows: 0, timeseriesRows: 1 });
    expect(await points({})).toEqual([3, 2]);
    expect(await remove({ startTimeMillis: 2500 })).toMatchObject({ timeseriesRows: 1 });
    expect(await remove({})).toMatchObject({ timeseriesRows: 1 });
    expect(await remove({})).toMatchObject({ timeseriesRows: 0 });
    const wrong = await post('/entities?action=delete', { urn, aspectName: 'status' });
    expect(wrong.json.message).toContain('Not supported for non-timeseries aspect status');
  });
});

describe('requests', () => {
  it('may send a long query as the body of a POST', async () => {
    const urns = [dataset('t1'), dataset('t2')];
    for (const urn of urns) await write(urn, 'status', { removed: false });
    const query = `ids=List(${urns.map(encodeURIComponent).join(',')})&aspects=List(status)`;
    const headers = {
      'x-http-method-override': 'GET',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await post('/entitiesV2', query, headers);
    expect(Object.keys(answer.json.results)).toEqual(urns);
    expect(Object.keys(answer.json.results[dataset('t1')].aspects)).toEqual(['datasetKey', 'status']);
    const wrong = await post('/entitiesV2', {}, { 'x-http-method-override': 'GET' });
    expect(wrong.status).toBe(400);
  });

  it("may send JSON with curl's default content type", async () => {
    const body = JSON.stringify({ proposal: proposal(dataset('curl'), 'status', { removed: false }) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('/aspects?action=ingestProposal', body, headers)).status).toBe(200);
  });

  it('may send JSON without a content type', async () => {
    const send = (text: string, headers: object) =>
      fetch(`${server.url}/aspects?action=getCount`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, ...headers },
        // A body of bytes has no default content type.
        body: new TextEncoder().encode(text),
      });
    expect((await send('{"aspect":"status"}', {})).status).toBe(200);
    expect((await send('{"aspect":', {})).status).toBe(400);
    expect((await send('{"aspect":"status"}', { 'content-type': 'text/xml' })).status).toBe(415);
  });

  it.each([
    ['/entities?action=noSuchAction', 400, 'not supported'],
    ['/entities?action=constructor', 400, 'not supported'],
    ['/aspects', 400, 'Parameter action is missing'],
    ['/runs?action=lisst', 400, "Did you mean 'list'?"],
  ])('for %s are refused', async (path, status, message) => {
    const answer = await post(path, {});
    expect(answer.status).toBe(status);
    expect(answer.json.message).toContain(message);
  });

  it('for a resource without reads are refused with the supported actions', async () => {
    const answer = await get('/runs');
    expect(answer.status).toBe(405);
    expect(answer.json.message).toContain('POST /runs?action=list');
  });

  it('without a token are refused in the same form', async () => {
    const answer = await fetch(`${server.url}/aspects?action=ingestProposal`, { method: 'POST' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: 401, message: expect.any(String) });
  });
});
