import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const ASPECT = 'structuredPropertyDisplay';
const DAYS = { unit: 'days', group: 'Storage', valueColors: [{ value: { double: 30 }, color: 'GREEN' }] };
const HOURS = { unit: 'hours' };

function write(name: string, value: object, runId?: string): Promise<Answer> {
  return server.request('POST', `${aspectPath(propertyUrn(name), ASPECT, 'v3')}?createIfNotExists=false`, {
    value,
    ...(runId !== undefined && { systemMetadata: { runId, lastObserved: 1 } }),
  });
}

async function stored(name: string, on = server): Promise<unknown> {
  const { json, status } = await on.request('GET', aspectPath(propertyUrn(name), ASPECT, 'v3'));
  return status === 404 ? undefined : json.value;
}

async function shown(name: string): Promise<void> {
  await client.define(name, { type: 'number' });
  expect((await write(name, DAYS)).status).toBe(200);
}

describe('the display of a property', () => {
  it('moves to another catalog by export and import', async () => {
    await shown('life.moved');
    const other = await startServer();
    try {
      using here = new Computer(server);
      using there = new Computer(other);
      const exported = await here.run(['export', '--out', 'catalog.json']);
      expect(exported.code, exported.stderr).toBe(0);
      const imported = await there.run(['import', `${here.home}/catalog.json`]);
      expect(imported.code, imported.stderr).toBe(0);
      expect(await stored('life.moved', other)).toEqual(DAYS);
    } finally {
      await other.stop();
    }
  });

  it('is in the feed of changes, with what was before', async () => {
    await shown('life.fed');
    const { cursor } = (await server.request('GET', '/api/colophon/v1/changes?since=now')).json;
    await write('life.fed', HOURS);
    const { json } = await server.request('GET', `/api/colophon/v1/changes?since=${cursor}`);
    expect(json.events).toMatchObject([
      {
        entityUrn: propertyUrn('life.fed'),
        entityType: 'structuredProperty',
        aspectName: ASPECT,
        before: DAYS,
        after: HOURS,
      },
    ]);
  });

  it('comes back by a rollback of the run that changed it, and by the undo of the run', async () => {
    for (const [name, undo] of [
      ['life.back', (runId: string) => server.request('POST', '/runs?action=rollback', { runId })],
      [
        'life.undone',
        async (runId: string) => {
          using computer = new Computer(server);
          const { code, stderr } = await computer.run(['undo', '--run', runId, '--yes']);
          expect(code, stderr).toBe(0);
        },
      ],
    ] as const) {
      await shown(name);
      expect((await write(name, HOURS, `run of ${name}`)).status).toBe(200);
      expect(await stored(name)).toEqual(HOURS);
      await undo(`run of ${name}`);
      expect(await stored(name), name).toEqual(DAYS);
    }
  });

  it('does not exist for a token that is restricted to other properties, which can change none', async () => {
    await shown('life.hidden');
    await shown('life.seen');
    const narrow = await addActor(server, 'narrow', {
      roles: ['Admin'],
      token: { properties: [propertyUrn('life.seen')] },
    });
    expect(await stored('life.seen', narrow)).toEqual(DAYS);
    expect(await stored('life.hidden', narrow)).toBeUndefined();
    const read = `query($urn: String!) { structuredProperty(urn: $urn) { display { unit } } }`;
    const { data } = await narrow.graphql(read, { urn: propertyUrn('life.hidden') });
    expect(data.structuredProperty?.display ?? null).toBeNull();
    for (const name of ['life.hidden', 'life.seen']) {
      const { status } = await narrow.request('POST', aspectPath(propertyUrn(name), ASPECT), HOURS);
      expect(status).toBe(403);
      expect(await stored(name)).toEqual(DAYS);
    }
  });
});
