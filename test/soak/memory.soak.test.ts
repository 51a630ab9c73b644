import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { prepareRounds, sendRound, type SendRequest } from '../support/everyday-requests.ts';
import { freePort } from '../support/free-port.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { Inspector } from './inspector.ts';
import { measureThread } from './thread-memory.ts';

/** Duration of the requests, without the time for samples. */
const MINUTES = Number(process.env['COLOPHON_SOAK_MINUTES'] ?? 30);
/** Number of samples: one per minute, because each takes seconds. */
const SAMPLES = Math.max(10, MINUTES);
/** Number of warm-up samples, while caches fill. */
const WARM_UP = Math.round(SAMPLES / 5);
/** Window of samples; its minimum is the floor. */
const FLOOR_OF = Math.round(SAMPLES / 4);
const CONNECTIONS = 16;
/** Maximum ratio of the last floor to the first. */
const MOST_GROWTH = 1.05;
/** Threads that end when idle. */
const PASSING = new Set(['merge-worker']);
const MEBIBYTE = 2 ** 20;

/** Memory of all threads by name, in MiB after a collection. */
type Sample = ReadonlyMap<string, number>;

interface Soaked {
  readonly samples: readonly Sample[];
  readonly rounds: number;
}

let postgres: PostgresServer;
let opensearch: OpenSearchNode;
beforeAll(async () => {
  [postgres, opensearch] = await Promise.all([startPostgres(), OpenSearchNode.start()]);
});
afterAll(async () => {
  await Promise.all([postgres[Symbol.asyncDispose](), opensearch.stop()]);
});

describe('memory after a collection stays flat under everyday requests', () => {
  const pairs: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    'SQLite, read by one thread': () => Promise.resolve(['--readers', '0']),
    'SQLite, read by two more threads': () => Promise.resolve(['--readers', '2']),
    'PostgreSQL and an index of its own': async () => ['--store', await postgres.createDatabase()],
    'PostgreSQL and OpenSearch': async () => {
      const { prefix } = opensearch.options();
      const search = ['--search', opensearch.url, '--search-prefix', prefix];
      return ['--store', await postgres.createDatabase(), ...search];
    },
  };
  it.concurrent.each(Object.entries(pairs))('%s', async (name, flagsOf) => {
    const { rounds, samples } = await soak(await flagsOf());
    const lines = samples.map(
      (sample, i) => `${i}: ${[...sample].map((entry) => entry.join(' ')).join(', ')}`,
    );
    console.log([`${name}: ${rounds} rounds; MiB by thread`, ...lines].join('\n'));
    const threads =
      samples
        .at(-1)
        ?.keys()
        .filter((thread) => thread !== 'process') ?? [];
    for (const thread of threads) {
      const measured = samples.map((sample) => sample.get(thread) ?? 0);
      const first = Math.min(...measured.slice(WARM_UP, WARM_UP + FLOOR_OF));
      const last = Math.min(...measured.slice(-FLOOR_OF));
      expect(last, `${thread}, in MiB`).toBeLessThan(first * MOST_GROWTH);
    }
  });
});

/** Runs a server under requests; samples its memory in between. */
async function soak(flags: readonly string[]): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-soak-'));
  const port = await freePort();
  const wrapper = ['env', `NODE_OPTIONS=--inspect=127.0.0.1:${port}`];
  const server = await spawnServer(folder, wrapper, flags);
  const pid = server.process.pid ?? 0;
  try {
    using inspector = await Inspector.connect(port);
    const send = sender(server.url, server.token);
    await prepareRounds(send);
    const samples: Sample[] = [];
    let rounds = 0;
    while (samples.length < SAMPLES) {
      const next = performance.now() + (MINUTES * 60_000) / SAMPLES;
      while (performance.now() < next) {
        // In parallel on separate connections, so that every thread has some from the start.
        await Promise.all(Array.from({ length: CONNECTIONS }, () => sendRound(send, rounds++)));
      }
      samples.push(await sampleOf(inspector, pid));
    }
    return { samples, rounds };
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sampleOf(inspector: Inspector, pid: number): Promise<Sample> {
  const sample = new Map<string, number>();
  const threads = inspector.threads().filter(({ name }) => !PASSING.has(name));
  for (const [i, { command, name }] of threads.entries()) {
    const { heap, shared } = await measureThread(command);
    sample.set(`${name} ${i}`, Math.round((10 * (heap + shared)) / MEBIBYTE) / 10);
  }
  // Reported, but not asserted: the allocator decides when it returns pages.
  sample.set('process', residentBytes(pid) / MEBIBYTE);
  return sample;
}

function residentBytes(pid: number): number {
  const kibibytes = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kibibytes)) * 1024;
}

/** Sends requests on keep-alive connections, which are distributed over all threads of the server. */
function sender(url: string, token: string): SendRequest {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, json };
  };
}
