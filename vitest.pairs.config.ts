import { defineConfig } from 'vitest/config';

/** They start no server, or processes of their own on a folder that holds the store. */
const SAY_NOTHING_OF_ENGINES = [
  'test/api/cli-{help,migrate,serve}.test.ts',
  'test/api/{backup,crash,secrets}.test.ts',
  'test/authorization/{default-policies,operations}.test.ts',
  'test/lineage/limits.test.ts',
];

/**
 * The tests of the API with the store in PostgreSQL (`PG_BIN`, or Debian's), a project for each place of the index; the one
 * in OpenSearch needs Java.
 */
export default defineConfig({
  test: {
    projects: ['postgres-embedded', 'postgres-opensearch'].map((name) => ({
      test: {
        name,
        include: ['test/{api,authorization,lineage,state-machine}/**/*.test.ts'],
        exclude: [...SAY_NOTHING_OF_ENGINES, '**/node_modules/**'],
        globalSetup: 'test/support/pair-engines.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 60_000 } },
        pool: 'forks' as const,
      },
    })),
  },
});
