import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { EFFORT } from './test/support/effort.ts';

/** Suites that need more than Node, by the suffix of their files: `kills.faults.test.ts` is in `faults`. */
const NEEDS = {
  /** A real PostgreSQL that the tests start, stop and disturb. */
  pg: { name: 'postgres', seconds: 120, globalSetup: 'test/support/engines/shared-postgres.ts' },
  /** A real OpenSearch: Java 17, and Maven to install it. */
  os: { name: 'opensearch', seconds: 300, globalSetup: 'test/support/engines/shared-opensearch.ts' },
  /** Chromium; `CHROMIUM` names the program. */
  browser: { name: 'browser', seconds: 180 },
  /** strace. */
  durability: { name: 'durability', seconds: 180 },
  /** Time only: servers killed at many moments. */
  crash: { name: 'crash', seconds: 300 },
  /** Time only: background jobs at size. */
  jobs: { name: 'jobs', seconds: 600 },
  /** Python, for Schemathesis. */
  fuzz: { name: 'fuzz', seconds: 300 },
  /** A machine with nothing else to do: how long requests stop the event loop, and how much memory they take. */
  budgets: { name: 'budgets', seconds: 300 },
  /** A process that has run nothing else: objects that a collection leaves are counted in it. */
  memory: { name: 'memory', seconds: 180 },
  /** Nothing but its fixtures: data folders of former versions. */
  upgrades: { name: 'upgrades', seconds: 180 },
  /** Python and npm: the package as npm installs it. */
  package: { name: 'package', seconds: 600 },
  /** Root on Debian, Python, npm, strace, nginx and Caddy: image, chart, Compose files, unit of systemd, proxies. */
  deploy: { name: 'deploy', seconds: 1_800 },
  /** PostgreSQL and Java: several processes on one catalog. */
  scale: { name: 'scale', seconds: 300 },
  /** PostgreSQL and Java; half an hour, or `COLOPHON_SOAK_MINUTES`: memory of servers under requests. */
  soak: { name: 'soak', seconds: 7_200 },
  /** PostgreSQL, Java, root and iproute2: engines, networks and processes that fail. */
  faults: { name: 'faults', seconds: 600 },
} as const;

/** The API suite: a server in the test's own process, driven over HTTP. */
const API = ['test/{api,authorization,lineage,state-machine}/**/*.test.ts'];

/** Tests of the API suite that do not depend on the engines: no server, or processes that hold a SQLite folder. */
const ON_EVERY_ENGINE_ALIKE = [
  'test/api/cli/cli-{backup,help,migrate,serve}.test.ts',
  'test/api/backup.test.ts',
  'test/api/examples.test.ts',
  'test/api/server/{damaged-file,failed-start,monitoring,secrets,start-reads,stopping}.test.ts',
  'test/api/webhooks/broken-records.test.ts',
  'test/authorization/{declared-operations,default-policies,operations}.test.ts',
  'test/lineage/limits.test.ts',
];

const WITH_NEEDS = Object.keys(NEEDS).map((suffix) => `**/*.${suffix}.test.ts`);

function project(
  name: string,
  seconds: number,
  test: Partial<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  // Only what hangs reaches a limit: a busy machine takes many times as long as an idle one.
  const timeout = seconds * 1000 * Math.max(1, EFFORT);
  const limits = { testTimeout: timeout, hookTimeout: timeout, expect: { poll: { timeout: 60_000 } } };
  return { extends: true, test: { name, ...limits, ...test } };
}

/** Pairs of a store and an index that the whole API suite can run on. */
const PAIRS = ['postgres-embedded', 'postgres-opensearch'];

// Threads and programs that tests start by the hundred load compiled code, as those of `./colophon` do.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/colophon');

export default defineConfig({
  test: {
    pool: 'forks',
    // Node loads the sources itself, as it does for users, and files share a process: imports of 300 files took
    // half of the processor time of the suite.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: 'test/support/fixed-seed.ts',
    // Two on two cores, where Vitest takes one: tests wait for disks and processes much of their time.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      project('unit', 180, {
        include: ['{src,scripts,bench,test/contract,test/search,web/src}/**/*.test.ts'],
        exclude: WITH_NEEDS,
      }),
      project('api', 180, { include: API, exclude: WITH_NEEDS }),
      project('readers', 240, {
        include: API,
        // One compares the ways through one thread; the other has threads of its own.
        exclude: [...WITH_NEEDS, ...ON_EVERY_ENGINE_ALIKE, 'test/api/server/{fast-path,readers}.test.ts'],
        provide: { readers: 2 },
      }),
      ...PAIRS.map((name) =>
        project(name, 240, {
          include: API,
          // With PostgreSQL, processes are added instead of threads.
          exclude: [...WITH_NEEDS, ...ON_EVERY_ENGINE_ALIKE, 'test/api/server/readers.test.ts'],
          globalSetup: 'test/support/engines/pair-engines.ts',
        }),
      ),
      ...Object.entries(NEEDS).map(([suffix, { name, seconds, ...test }]) =>
        project(name, seconds, {
          include: [`{src,test}/**/*.${suffix}.test.ts`],
          fileParallelism: false,
          ...test,
        }),
      ),
    ],
  },
});
