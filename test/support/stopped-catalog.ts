import { mkdirSync } from 'node:fs';
import { livedInCatalog } from './lived-in-catalog.ts';
import { seenOf } from './seen-of-catalog.ts';
import { startServer } from './start-server.ts';

/** Makes a folder that holds a stopped catalog with something of everything; answers what was seen of it. */
export async function stoppedCatalog(folder: string): Promise<unknown> {
  mkdirSync(folder);
  const server = await startServer({ folder });
  await livedInCatalog(server);
  const seen = await seenOf(server);
  await server.stop({ keepFolder: true });
  return seen;
}
