import { cpSync } from 'node:fs';
import { startColophon, type ColophonServer } from '../systems/colophon-server.ts';
import { loadColophon } from './load-colophon.ts';
import type { RunScope } from '../systems/run-scope.ts';

/** Starts a server with the workload: loads it, or copies the folder of a stopped server that has it. */
export async function startLoaded(
  scope: RunScope,
  { entities, copyOf }: { readonly entities: number; readonly copyOf: string | undefined },
): Promise<ColophonServer> {
  const folder = scope.subfolder('data');
  if (copyOf !== undefined) {
    cpSync(copyOf, folder, { recursive: true });
    return startColophon(scope, folder);
  }
  const server = await startColophon(scope, folder);
  using client = server.connect();
  const { entitiesPerSecond } = await loadColophon(server, client, entities);
  console.log(`${entities} entities loaded, ${entitiesPerSecond} per second`);
  return server;
}
