import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ROOT = 'urn:li:corpuser:datahub';
const ORDERS = datasetUrn('orders');

let server: TestServer;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
  await clientOf(server).dataset('orders');
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

describe('colophon audit', () => {
  it('shows who changed an entity', async () => {
    const { code, stdout } = await computer.run(['audit', '--entity', ORDERS, '--since', '1h']);
    expect(code).toBe(0);
    const [headings, first] = stdout.split('\n');
    expect(headings).toMatch(/^TIME +EVENT +ACTOR +ADDRESS +OPERATION +ENTITY +ASPECT$/);
    expect(first).toMatch(
      /^\d{4}-\S+Z +UPSERT +urn:li:corpuser:datahub +127.0.0.1 +POST .* datasetProperties$/,
    );
  });

  it('prints JSON for programs, up to the limit', async () => {
    const all = jsonItems(jsonAt(await computer.json(['audit', '--actor', ROOT]), 'events'));
    expect(all.length).toBeGreaterThan(0);
    expect(all.every((event) => jsonAt(event, 'actorUrn') === ROOT)).toBe(true);
    const one = await computer.json(['audit', '--actor', ROOT, 'urn:li:corpuser:x', '--limit', '1']);
    expect(jsonItems(jsonAt(one, 'events'))).toEqual(all.slice(0, 1));
  });

  it('shows refusals', async () => {
    await fetch(`${server.url}/config`, { headers: { authorization: 'Bearer wrong' } });
    // Recorded within a second; each attempt runs a separate command.
    await vi.waitFor(
      async () => {
        const refused = jsonItems(jsonAt(await computer.json(['audit', '--denied']), 'events'));
        expect(refused.map((event) => jsonAt(event, 'kind'))).toContain('unauthenticated');
      },
      { timeout: 60_000 },
    );
  });

  it('reports that there are no events', async () => {
    const { code, stdout, stderr } = await computer.run(['audit', '--until', '2020-01-01']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('No audit events match');
  });

  it.each([
    [['--entity', 'urn:li:orders'], 'urn:li:orders'],
    [['--actor', 'nobody'], 'nobody'],
    [['--since', 'yesterday'], 'yesterday'],
    [['--limit', '0'], '--limit'],
    [['--limit', 'x'], '--limit'],
  ])('refuses %j', async (args, named) => {
    const { code, stdout, stderr } = await computer.run(['audit', ...args]);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(named);
  });
});
