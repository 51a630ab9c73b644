import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { isKeptInFolders } from '../support/engines/catalog-place.ts';
import { startServer } from '../support/start-server.ts';

const FIELD = 'structuredProperties.restart.team';

async function fill(folder?: string) {
  const server = await startServer(folder === undefined ? { onDisk: true } : { folder });
  const client = clientOf(server);
  await client.define('restart.team');
  for (const name of ['a', 'b', 'c']) {
    await client.dataset(name);
    await client.assign(datasetUrn(name), { 'restart.team': [{ string: name === 'c' ? 'blue' : 'red' }] });
  }
  return server;
}

describe('a data folder', () => {
  it('is complete when the next server opens it, also without the index', async () => {
    const first = await fill();
    const { folder } = first;
    await first.stop({ keepFolder: true });

    const second = await startServer({ folder });
    expect(await clientOf(second).facet(FIELD)).toEqual({ red: 2, blue: 1 });
    await second.stop({ keepFolder: true });

    rmSync(join(folder, 'index'), { recursive: true, force: true });
    const third = await startServer({ folder });
    expect(await clientOf(third).facet(FIELD)).toEqual({ red: 2, blue: 1 });
    expect(await clientOf(third).find(FIELD, 'EQUAL', ['blue'])).toEqual([datasetUrn('c')]);
    await third.stop();
  });

  it.runIf(isKeptInFolders())('has databases that only its owner can read', async () => {
    const server = await fill();
    const databases = readdirSync(server.folder).filter((name) => name.startsWith('catalog.db'));
    expect(databases).toContain('catalog.db-wal');
    const modes = databases.map((name) => statSync(join(server.folder, name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    await server.stop();
  });

  it.runIf(isKeptInFolders())(
    'has an index that only its owner can read, also in a folder of an earlier version',
    async () => {
      const first = await fill();
      await first.stop({ keepFolder: true });
      const { folder } = first;
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'index'), 0o755);
      chmodSync(join(folder, 'lock.db'), 0o644);
      const server = await startServer({ folder });
      const modeOf = (path: string): number => statSync(join(folder, path)).mode & 0o777;
      expect([modeOf('index'), modeOf('lock.db'), modeOf('catalog.db')]).toEqual([0o700, 0o600, 0o600]);
      for (const path of readdirSync(join(folder, 'index'), { recursive: true, withFileTypes: true })) {
        if (path.isFile()) expect(statSync(join(path.parentPath, path.name)).mode & 0o077).toBe(0);
      }
      await server.stop();
    },
  );

  it('is refused to a second server, with its name and the URL of the first one', async () => {
    const first = await startServer({ onDisk: true });
    const refused = startServer({ folder: first.folder });
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(refused).rejects.toThrow(first.url);
    await first.stop();
  });
});
