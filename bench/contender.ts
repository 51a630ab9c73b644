import type { ChildProcess } from 'node:child_process';
import type { HttpClient } from './http-client.ts';
import { signalGroup } from './run-scope.ts';

/** Answer to a question in a form that both systems have in common. */
export interface Answer {
  /** Undefined where the API answers facets without a total. */
  readonly total: number | undefined;
  /** How many entities are on the page. */
  readonly pageLength: number;
  /** For each facet its buckets in the order of the answer, `[value, count]`. */
  readonly facets: readonly (readonly (readonly [value: string, count: number])[])[];
}

/** A system that is measured. */
export interface Contender {
  readonly name: 'colophon' | 'opensearch' | 'opensearchCached' | 'floor';
  readonly process: ChildProcess;
  /** Where the questions are posted. */
  readonly path: string;
  connect(): HttpClient;
  /** Body of the n-th variant of a question. */
  body(question: string, n: number): string;
  /** Whether an answer with a status of success is a failure all the same; cheap, so that every answer is checked. */
  isFailure(text: string): boolean;
  readAnswer(question: string, text: string): Answer;
}

/**
 * Runs work against one system with new connections, and suspends its process afterwards: a system that is not being
 * measured takes no processor time from the one that is.
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
