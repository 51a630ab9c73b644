import { join } from 'node:path';
import type { Answer, Contender } from './contender.ts';
import { HttpClient } from './http-client.ts';
import { readLine } from './read-line.ts';
import { ended, signalGroup, type RunScope } from './run-scope.ts';
import { QUERIES, graphqlBody } from '../workload.mjs';

/** A Colophon process, started by its command line. */
export interface ColophonServer extends Contender {
  readonly url: string;
  /** Of the root actor. */
  readonly token: string;
  /** From process start to the ready line, ms. */
  readonly readyMs: number;
}

/** The program of this checkout. */
export const COLOPHON = join(import.meta.dirname, '..', '..', 'colophon');
const START_LIMIT_MS = 600_000;

/** Starts a server on a folder with additional environment variables; resolves when it is ready. `program`: default this checkout's. */
export async function startColophon(
  scope: RunScope,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  program = COLOPHON,
): Promise<ColophonServer> {
  const started = performance.now();
  const child = scope.start({
    name: 'colophon',
    // By this Node, which the launcher replaces: an older one of the machine would start the server as a child, whose processor time is
    // not that of the process.
    command: process.execPath,
    args: [program, 'serve', '--json', '--port', '0', '--data', folder, '--log-level', 'warn'],
    readOutput: true,
    environment,
  });
  const giveUp = setTimeout(() => signalGroup(child, 'SIGKILL'), START_LIMIT_MS);
  const { url, token } = await readLine(child);
  clearTimeout(giveUp);
  if (url === undefined || token === undefined)
    throw new Error(`Colophon did not start:\n${scope.logTail('colophon')}`);
  return {
    name: 'colophon',
    url,
    token,
    readyMs: performance.now() - started,
    process: child,
    path: '/api/graphql',
    connect: () => new HttpClient(url, { authorization: `Bearer ${token}` }),
    body: (question, n) => graphqlBody(question, n),
    isFailure: (text) => text.includes('"errors":'),
    readAnswer,
  };
}

/** Stops the server with a signal; resolves when it has released its folder. */
export async function stopColophon(server: ColophonServer, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  signalGroup(server.process, 'SIGCONT');
  signalGroup(server.process, signal);
  const giveUp = setTimeout(() => signalGroup(server.process, 'SIGKILL'), 60_000);
  await ended(server.process);
  clearTimeout(giveUp);
  if (signal === 'SIGTERM' && server.process.exitCode !== 0) {
    throw new Error(`Colophon did not end cleanly within a minute of SIGTERM.`);
  }
}

interface GraphqlAnswer {
  readonly data: {
    readonly scrollAcrossEntities?: { readonly total: number; readonly searchResults: readonly unknown[] };
    readonly aggregateAcrossEntities?: {
      readonly facets: readonly {
        readonly field: string;
        readonly aggregations: readonly { readonly value: string; readonly count: number }[];
      }[];
    };
  };
}

function readAnswer(question: string, text: string): Answer {
  // The GraphQL documents of the workload select this shape.
  const { scrollAcrossEntities: page, aggregateAcrossEntities: found } = (JSON.parse(text) as GraphqlAnswer)
    .data;
  const fields = QUERIES[question]?.graphql.facets ?? [];
  return {
    total: page?.total,
    pageLength: page?.searchResults.length ?? 0,
    facets: fields.map((field) => {
      const facet = found?.facets.find((candidate) => candidate.field === field);
      return (facet?.aggregations ?? []).map(({ value, count }) => [value, count] as const);
    }),
  };
}
