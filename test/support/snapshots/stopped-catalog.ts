import { mkdirSync } from 'node:fs';
import { livedInCatalog } from './lived-in-catalog.ts';
import { seenOf } from './seen-of-catalog.ts';
import { startServer } from '../start-server.ts';

/** Creates a folder with a stopped catalog that has data of all kinds; returns its readable state (`seenOf`). */
export async function stoppedCatalog(folder: string): Promise<unknown> {
  mkdirSync(folder);
  const server = await startServer({ folder });
  await livedInCatalog(server);
  const seen = await seenOf(server);
  await server.stop({ keepFolder: true });
  return seen;
}
