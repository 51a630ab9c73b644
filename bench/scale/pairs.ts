import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startColophon, type ColophonServer } from '../systems/colophon-server.ts';
import type { RunScope } from '../systems/run-scope.ts';
import type { BenchPostgres } from './postgres-server.ts';
import type { Watched } from './processor-time.ts';

/** Store and index of a catalog. */
export const PAIRS = ['SQLite + embedded', 'PostgreSQL + embedded', 'PostgreSQL + OpenSearch'] as const;

/** Name of a pair. */
export type PairName = (typeof PAIRS)[number];

/** Engines of a run; each is started once. */
export interface Engines {
  readonly postgres: BenchPostgres;
  readonly opensearch: { readonly process: ChildProcess; readonly url: string };
}

/** A catalog on one pair; starts its processes. */
export interface Pair {
  readonly name: PairName;
  /** Name of its database; undefined for SQLite. */
  readonly database: string | undefined;
  readonly usesOpenSearch: boolean;
  /** Variables that name its engines. */
  readonly environment: Readonly<Record<string, string>>;
  /** Data folder of the n-th process. */
  folder(n: number): string;
  /** Starts the n-th process. */
  start(n: number): Promise<ColophonServer>;
  /** Colophon and the engines of this pair, for CPU time measurement. */
  watch(servers: readonly ColophonServer[]): Watched;
}

/** A new, empty catalog. */
export async function createPair(scope: RunScope, engines: Engines, name: PairName): Promise<Pair> {
  const usesPostgres = name.startsWith('PostgreSQL');
  const usesOpenSearch = name.endsWith('OpenSearch');
  const id = `catalog_${PAIRS.indexOf(name)}`;
  const { opensearch, postgres } = engines;
  if (usesPostgres) await postgres.run('postgres', `CREATE DATABASE ${id}`);
  const environment = {
    ...(usesPostgres && { COLOPHON_STORE: postgres.url(id) }),
    ...(usesOpenSearch && { COLOPHON_SEARCH: opensearch.url, COLOPHON_SEARCH_PREFIX: `${id}_` }),
  };
  const folder = (n: number): string => {
    const path = join(scope.folder, id, String(n));
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    name,
    database: usesPostgres ? id : undefined,
    usesOpenSearch,
    environment,
    folder,
    start: (n) => startColophon(scope, folder(n), environment),
    watch: (servers) => ({
      colophon: servers.map((server) => server.process),
      ...(usesPostgres && { postgres: [postgres.process] }),
      ...(usesOpenSearch && { opensearch: [opensearch.process] }),
    }),
  };
}
