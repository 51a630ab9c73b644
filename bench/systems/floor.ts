import { join } from 'node:path';
import type { Contender } from './contender.ts';
import { HttpClient } from './http-client.ts';
import { readLine } from './read-line.ts';
import type { RunScope } from './run-scope.ts';

/** Starts the floor server; it answers each query with as many bytes as Colophon does. */
export async function startFloor(
  scope: RunScope,
  answerBytes: ReadonlyMap<string, number>,
): Promise<Contender> {
  const child = scope.start({
    name: 'floor',
    command: process.execPath,
    args: [join(import.meta.dirname, 'floor-server.ts')],
    readOutput: true,
  });
  const { url } = await readLine(child);
  if (url === undefined) throw new Error(`The floor did not start:\n${scope.logTail('floor')}`);
  return {
    name: 'floor',
    process: child,
    path: '/',
    connect: () => new HttpClient(url),
    body: (question) => JSON.stringify({ answerBytes: answerBytes.get(question) ?? 0 }),
    isFailure: () => false,
    readAnswer: () => ({ total: undefined, pageLength: 0, facets: [] }),
  };
}
