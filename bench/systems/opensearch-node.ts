import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { doesAnswer } from '../../test/support/engines/does-answer.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { Answer, Contender } from './contender.ts';
import { HttpClient } from './http-client.ts';
import { ended, type RunScope } from './run-scope.ts';
import { QUERIES, vary } from '../workload.mjs';

/** The used part of the output of the reference script. */
export interface OpenSearchReference {
  readonly version: string;
  readonly ingestEntitiesPerSecond: number;
  /** Figures of the reference script, which sends the queries one after another, before the rounds. */
  readonly queries: Readonly<Record<string, { readonly p50Ms: number; readonly perSecond: number }>>;
}

/** A node without and with its request cache, which stores answers to requests without a page. */
export interface OpenSearchNode {
  readonly node: Contender;
  readonly cached: Contender;
  readonly url: string;
  readonly folder: string;
}

const SERVICES = join(import.meta.dirname, '..', '..', 'services', 'opensearch');
const REFERENCE = join(import.meta.dirname, 'opensearch.mjs');
const START_LIMIT_MS = 180_000;

/** Installs OpenSearch unless it is installed; downloads about 70 MB with Maven. */
export async function installOpenSearch(scope: RunScope): Promise<void> {
  const child = scope.start({ name: 'install', command: join(SERVICES, 'install.sh') });
  await ended(child);
  if (child.exitCode !== 0) {
    throw new Error(
      `OpenSearch could not be installed (Java 17 and Maven are needed):\n${scope.logTail('install')}`,
    );
  }
}

/** Starts a node on an empty folder; resolves when it answers. */
export async function startOpenSearch(scope: RunScope): Promise<OpenSearchNode> {
  const port = await freePort();
  const folder = scope.subfolder('opensearch');
  const url = `http://127.0.0.1:${port}`;
  const child = scope.start({
    name: 'opensearch',
    command: join(SERVICES, 'start.sh'),
    args: [String(port), folder],
  });
  const limit = performance.now() + START_LIMIT_MS;
  while (!(await doesAnswer(url))) {
    if (child.exitCode !== null || performance.now() > limit) {
      throw new Error(`OpenSearch did not start:\n${scope.logTail('opensearch')}`);
    }
    await wait(250);
  }
  const node: Contender = {
    name: 'opensearch',
    process: child,
    path: '/workload/_search?request_cache=false',
    connect: () => new HttpClient(url),
    body: (question, n) => JSON.stringify(vary(questionOf(question), n).opensearch),
    isFailure: (text) => !text.includes('"failed":0}'),
    readAnswer: (_question, text) => readAnswer(text),
  };
  return {
    node,
    cached: { ...node, name: 'opensearchCached', path: '/workload/_search?request_cache=true' },
    url,
    folder,
  };
}

/**
 * Loads the workload and runs all queries once with the reference script, which is the same for every measurement of this
 * workload. The node has then answered each query hundreds of times, so its code is compiled.
 */
export async function loadOpenSearch(
  url: string,
  entities: number,
  seconds: number,
): Promise<OpenSearchReference> {
  const args = [REFERENCE, url, String(entities), '--seconds', String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 ** 2 });
  // The script in this folder prints this shape.
  return JSON.parse(stdout) as OpenSearchReference;
}

function questionOf(name: string): (typeof QUERIES)[string] {
  const question = QUERIES[name];
  if (question === undefined) throw new Error(`The workload has no question '${name}'.`);
  return question;
}

interface SearchResponse {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly unknown[] };
  readonly aggregations?: Readonly<
    Record<
      string,
      { readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[] }
    >
  >;
}

function readAnswer(text: string): Answer {
  // OpenSearch's _search answers this shape.
  const { hits, aggregations = {} } = JSON.parse(text) as SearchResponse;
  return {
    total: hits.total.value,
    pageLength: hits.hits.length,
    facets: Object.values(aggregations).map(({ buckets }) =>
      buckets.map(({ key, doc_count: count }) => [String(key), count] as const),
    ),
  };
}
