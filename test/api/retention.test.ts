import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { jsonAt } from '../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

let now = START;
let count = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ onDisk: true, environment: { now: () => now } });
});
afterAll(() => server.stop());

function policy(key: string, retention: unknown): Promise<Answer> {
  const urn = `urn:li:dataHubRetention:${key}`;
  const path = aspectPath(urn, 'dataHubRetentionConfig', 'v3');
  return server.request('POST', `${path}?createIfNotExists=false`, { value: { retention } });
}

async function write(name: string, times: number, aspect = 'datasetProperties'): Promise<void> {
  const path = `${aspectPath(datasetUrn(name), aspect, 'v3')}?createIfNotExists=false`;
  for (let index = 0; index < times; index++) {
    const value = { description: `another text ${count++}` };
    expect((await server.request('POST', path, { value })).status).toBe(200);
  }
}

/** Numbers of the stored former versions. */
async function former(name: string, upTo: number, aspect = 'datasetProperties'): Promise<readonly number[]> {
  const path = aspectPath(datasetUrn(name), aspect, 'v3');
  const { json } = await server.request('GET', `${path}?systemMetadata=true`);
  const latest = Number(jsonAt(json, 'systemMetadata', 'version'));
  const versions = Array.from({ length: upTo }, (_, index) => index + 1).filter((it) => it !== latest);
  const found = await Promise.all(
    versions.map(async (version) => [
      version,
      (await server.request('GET', `${path}?version=${version}`)).status,
    ]),
  );
  return found.flatMap(([version = 0, status]) => (status === 200 ? [version] : []));
}

describe('retention of former versions', () => {
  it('keeps twenty without a policy', async () => {
    await write('default', 23);
    expect(await former('default', 25)).toEqual(Array.from({ length: 20 }, (_, index) => index + 3));
  });

  it('follows the most specific policy, from the next write', async () => {
    await write('narrow', 6);
    expect((await policy('(dataset,datasetProperties)', { version: { maxVersions: 2 } })).status).toBe(200);
    expect(await former('narrow', 8)).toEqual([1, 2, 3, 4, 5]);
    await write('narrow', 1);
    expect(await former('narrow', 8)).toEqual([5, 6]);

    await policy('(*,*)', { version: { maxVersions: 2 } });
    await write('narrow', 1);
    expect(await former('narrow', 8)).toEqual([6, 7]);
    await write('narrow', 4, 'editableDatasetProperties');
    expect(await former('narrow', 8, 'editableDatasetProperties')).toEqual([2, 3]);
  });

  it('changes with the policy, and ends with it', async () => {
    const urn = 'urn:li:dataHubRetention:(dataset,datasetProperties)';
    await policy('(dataset,datasetProperties)', { version: { maxVersions: 3 } });
    await write('changing', 6);
    expect(await former('changing', 8)).toEqual([3, 4, 5]);
    await server.request('DELETE', `/openapi/v3/entity/dataHubRetention/${encodeURIComponent(urn)}`);
    await write('changing', 1);
    expect(await former('changing', 8)).toEqual([5, 6]);
  });

  it('keeps only the latest with a maximum of one, as for the results of executions without a policy', async () => {
    await policy('(dataset,institutionalMemory)', { version: { maxVersions: 1 } });
    const memory = aspectPath(datasetUrn('one'), 'institutionalMemory', 'v3');
    const result = aspectPath('urn:li:dataHubExecutionRequest:one', 'dataHubExecutionRequestResult', 'v3');
    for (const time of [1, 2, 3]) {
      const created = { time, actor: 'urn:li:corpuser:a' };
      const elements = [{ url: 'https://example.org', description: 'a', createStamp: created }];
      const written = [
        await server.request('POST', `${memory}?createIfNotExists=false`, { value: { elements } }),
        await server.request('POST', `${result}?createIfNotExists=false`, { value: { status: `${time}` } }),
      ];
      expect(written.map(({ status }) => status)).toEqual([200, 200]);
    }
    for (const path of [memory, result]) {
      const answers = await Promise.all(
        [0, 1, 2, 3, 4].map((version) => server.request('GET', `${path}?version=${version}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 200, 404]);
      expect(answers[3]?.text).toBe(answers[0]?.text);
    }
  });

  it('keeps everything under a policy without limits', async () => {
    await policy('(dataset,*)', {});
    await write('endless', 24);
    expect(await former('endless', 25)).toHaveLength(23);
  });

  it('drops versions that are too old, and with both limits only those beyond both', async () => {
    await policy('(dataset,*)', { time: { maxAgeInSeconds: 60 } });
    await write('old', 3);
    expect(await former('old', 4)).toEqual([1, 2]);
    now += 2 * MINUTE;
    await write('old', 1);
    expect(await former('old', 4)).toEqual([]);

    await policy('(dataset,*)', { time: { maxAgeInSeconds: 60 }, version: { maxVersions: 2 } });
    await write('both', 4);
    expect(await former('both', 6)).toEqual([1, 2, 3]);
    now += 2 * MINUTE;
    await write('both', 1);
    expect(await former('both', 6)).toEqual([3, 4]);
  });

  it.each([
    [{ version: { maxVersions: 0 } }, 'Invalid maxVersions: 0'],
    [{ time: { maxAgeInSeconds: -5 } }, 'Invalid maxAgeInSeconds: -5'],
    [{ version: { maxVersions: 'many' } }, 'maxVersions'],
    [{ version: {} }, 'maxVersions'],
    [null, 'retention'],
  ])('refuses %j', async (retention, text) => {
    const answer = await policy('(chart,*)', retention);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(text);
  });

  it('still holds after a restart', async () => {
    await policy('(dataset,*)', { version: { maxVersions: 2 } });
    await server.stop({ keepFolder: true });
    server = await startServer({ folder: server.folder, environment: { now: () => now } });
    await write('restarted', 4);
    expect(await former('restarted', 6)).toEqual([2, 3]);
  });

  it('is applied on request to aspects that are not written', async () => {
    const apply = (input: unknown): Promise<Answer> =>
      server.request('POST', '/entities?action=applyRetention', input);
    await policy('(dataset,datasetProperties)', {});
    await write('left', 4);
    await write('other', 4);
    await policy('(dataset,datasetProperties)', { version: { maxVersions: 2 } });
    expect(await former('left', 5)).toEqual([1, 2, 3]);
    const ofOne = await apply({ urn: datasetUrn('left'), aspectName: 'datasetProperties' });
    expect(ofOne.json).toEqual({ value: 'Deleted 1 old versions.' });
    expect(await former('left', 5)).toEqual([2, 3]);
    expect(await former('other', 5)).toEqual([1, 2, 3]);
    expect((await apply({ aspectName: 'status' })).json.value).toBe('Deleted 0 old versions.');
    expect((await apply({})).status).toBe(200);
    expect(await former('other', 5)).toEqual([2, 3]);
    expect((await apply({})).json.value).toBe('Deleted 0 old versions.');
    const unknown = await apply({ aspectName: 'nonsense' });
    expect([unknown.status, unknown.json.message]).toEqual([400, 'Unknown aspect nonsense.']);
  });

  it('is applied by age to aspects that are not written', async () => {
    await policy('(dataset,datasetProperties)', { time: { maxAgeInSeconds: 600 } });
    await write('aging', 3);
    now += 11 * MINUTE;
    expect(await former('aging', 3)).toEqual([1, 2]);
    await server.request('POST', '/entities?action=applyRetention', { urn: datasetUrn('aging') });
    expect(await former('aging', 3)).toEqual([]);
  });
});
