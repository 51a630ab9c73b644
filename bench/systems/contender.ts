import type { ChildProcess } from 'node:child_process';
import type { HttpClient } from './http-client.ts';
import { signalGroup } from './run-scope.ts';

/** Answer to a query in a form common to both systems. */
export interface Answer {
  /** Undefined if the API returns facets without a total. */
  readonly total: number | undefined;
  /** Number of entities on the page. */
  readonly pageLength: number;
  /** Buckets `[value, count]` of each facet, in answer order. */
  readonly facets: readonly (readonly (readonly [value: string, count: number])[])[];
}

/** A measured system. */
export interface Contender {
  readonly name: 'colophon' | 'opensearch' | 'opensearchCached' | 'floor';
  readonly process: ChildProcess;
  /** Path of query requests. */
  readonly path: string;
  connect(): HttpClient;
  /** Body of the n-th variant of a query. */
  body(question: string, n: number): string;
  /** Whether an answer with a success status is an error. Cheap, because every answer is checked. */
  isFailure(text: string): boolean;
  readAnswer(question: string, text: string): Answer;
}

/**
 * Runs work against one system with new connections, then suspends its process, so that it takes no CPU time from the
 * measured system.
 */
export async function takeTurn<T>(
  contender: Pick<Contender, 'process' | 'connect'>,
  work: (client: HttpClient) => Promise<T>,
): Promise<T> {
  signalGroup(contender.process, 'SIGCONT');
  using client = contender.connect();
  try {
    return await work(client);
  } finally {
    signalGroup(contender.process, 'SIGSTOP');
  }
}
