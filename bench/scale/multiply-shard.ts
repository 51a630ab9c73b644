import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, 'AddCopies.java');
const DISTRIBUTIONS = process.env['OS_DIST'] ?? '/var/tmp/opensearch-dist';

/** State of an index with one shard. */
export interface ShardState {
  readonly documents: number;
  readonly bytes: number;
  readonly segments: number;
}

/**
 * Multiplies the documents of an index with one shard, by copies of its segments: urns and ids repeat. Nothing may read or
 * write it meanwhile, and it must not be written afterwards. `folder`: of the node.
 */
export async function multiplyShard(
  url: string,
  folder: string,
  index: string,
  factor: number,
): Promise<void> {
  const { [index]: found } = (await ask(url, 'GET', `/${index}/_settings`)) as Readonly<
    Record<string, { readonly settings: { readonly index: { readonly uuid: string } } }>
  >;
  const shard = join(folder, 'data', 'nodes', '0', 'indices', found?.settings.index.uuid ?? '', '0', 'index');
  await ask(url, 'POST', `/${index}/_close`);
  const distribution = readdirSync(DISTRIBUTIONS).find((name) => name.startsWith('opensearch-2'));
  const libraries = join(DISTRIBUTIONS, distribution ?? '', 'lib', '*');
  // The node must be able to remove the files.
  const { gid, uid } = statSync(shard);
  await promisify(execFile)('java', ['-cp', libraries, PROGRAM, shard, String(factor)], { uid, gid });
  await ask(url, 'POST', `/${index}/_open`);
  await ask(url, 'GET', `/_cluster/health/${index}?wait_for_status=yellow&timeout=120s`);
}

/** Merges an index to one segment. */
export async function mergeShard(url: string, index: string): Promise<void> {
  const path = `/${index}/_forcemerge?max_num_segments=1&wait_for_completion=false`;
  const { task } = (await ask(url, 'POST', path)) as { readonly task: string };
  for (;;) {
    const { completed } = (await ask(url, 'GET', `/_tasks/${task}`)) as { readonly completed: boolean };
    if (completed) break;
    await wait(500);
  }
  await ask(url, 'POST', `/${index}/_refresh`);
}

/**
 * Turns off the request cache, which would answer repeated variants, and background merges, which would distort the measurement.
 */
export async function prepareShard(url: string, index: string): Promise<void> {
  await ask(url, 'PUT', `/${index}/_settings`, {
    'index.requests.cache.enable': false,
    'index.merge.policy.segments_per_tier': 1000,
  });
}

/** Turns off periodic refreshes, for a load. */
export async function disableRefresh(url: string, index: string): Promise<void> {
  await ask(url, 'PUT', `/${index}/_settings`, { 'index.refresh_interval': -1 });
}

/** Documents, bytes and segments of an index. */
export async function shardState(url: string, index: string): Promise<ShardState> {
  // The engine's statistics have this shape.
  const { _all: all } = (await ask(url, 'GET', `/${index}/_stats/docs,store,segments`)) as {
    readonly _all: {
      readonly primaries: {
        readonly docs: { readonly count: number };
        readonly store: { readonly size_in_bytes: number };
        readonly segments: { readonly count: number };
      };
    };
  };
  const { docs, segments, store } = all.primaries;
  return { documents: docs.count, bytes: store.size_in_bytes, segments: segments.count };
}

/** Name of the only index that matches a pattern. */
export async function indexNamed(url: string, pattern: string): Promise<string> {
  const names = Object.keys((await ask(url, 'GET', `/${pattern}/_settings`)) as object);
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`'${pattern}' names ${names.length} indexes, not 1.`);
  return name;
}

async function ask(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
