import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ORDERS = datasetUrn('orders');

let server: TestServer;
let computer: Computer;
beforeEach(async () => {
  server = await startServer({ onDisk: true });
  computer = new Computer(server);
});
afterEach(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

async function lines(...args: readonly string[]): Promise<readonly string[]> {
  const { code, stderr, stdout } = await computer.run(['changes', ...args]);
  expect(code, stderr).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

describe('colophon changes', () => {
  it('shows actors, changes, and the values of properties before and after', async () => {
    const catalog = clientOf(server);
    await catalog.define('tier', { type: 'number', cardinality: 'MULTIPLE' });
    await catalog.dataset('orders');
    await catalog.dataset('orders', { name: 'orders', description: 'All orders' });
    await catalog.assign(ORDERS, { tier: [{ double: 1 }] });
    await catalog.assign(ORDERS, { tier: [{ double: 2 }, { double: 3 }] });
    const shown = await lines('--entity-type', 'dataset');
    expect(shown.map((line) => line.replace(/^\S+Z {2}datahub {2}/, ''))).toEqual([
      `${ORDERS}  datasetProperties created`,
      `${ORDERS}  datasetProperties changed: description`,
      `${ORDERS}  tier: (none) -> 1`,
      `${ORDERS}  tier: 1 -> 2|3`,
    ]);
    expect(await lines('--property', 'tier', '--since', 'oldest')).toEqual(shown.slice(2));
    const [event] = await lines('--property', 'tier', '--json', '--limit', '1');
    expect(event).toContain('{"double":1.0}');
  });

  it('continues after the last shown change', async () => {
    await clientOf(server).dataset('orders');
    const { stderr } = await computer.run(['changes', '--urn', ORDERS]);
    const cursor = /changes --since (\S+)/.exec(stderr)?.[1] ?? '';
    expect(await lines('--since', cursor)).toEqual([]);
    await clientOf(server).dataset('orders', { name: 'new' });
    expect(await lines('--since', cursor)).toHaveLength(1);
  });

  it('follows from the start of an export', async () => {
    await clientOf(server).dataset('orders');
    const { stderr } = await computer.run(['export', '--type', 'dataset', '--out', 'all.json']);
    await clientOf(server).dataset('orders', { name: 'new' });
    const cursor = /changes --since (\S+)/.exec(stderr)?.[1] ?? '';
    expect(await lines('--since', cursor, '--follow', '--limit', '1')).toHaveLength(1);
  });

  it('follows while the server restarts', async () => {
    await clientOf(server).dataset('orders');
    const { port } = new URL(server.url);
    const args = ['--follow', '--since', 'oldest', '--urn', ORDERS, '--limit', '3', '--data', server.folder];
    const child = computer.start(['changes', ...args]);
    const exited = once(child, 'exit');
    const shown = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
    expect((await shown.next()).value).toContain('created');
    await server.stop({ keepFolder: true });
    server = await startServer({ folder: server.folder, options: { port } });
    await clientOf(server).dataset('orders', { name: 'new' });
    expect((await shown.next()).value).toContain('changed: name');
    await clientOf(server).dataset('orders', { name: 'newer' });
    expect((await shown.next()).value).toContain('changed: name');
    await exited;
    expect(child.exitCode).toBe(0);
  });

  it.each([
    [['--limit', '0'], '--limit'],
    [['--since', '2026-13-01'], '2026-13-01'],
    [['--since', 'yesterday'], 'since'],
    [['--urn', 'orders'], 'orders'],
    [['--aspect', 'colour'], 'colour'],
  ])('refuses %j', async (args, named) => {
    const { code, stderr } = await computer.run(['changes', ...args]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(named);
  });
});
