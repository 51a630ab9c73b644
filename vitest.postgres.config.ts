import { defineConfig } from 'vitest/config';

/** The store on real servers, which the tests start, stop and disturb; needs PostgreSQL (`PG_BIN`, or Debian's). */
export default defineConfig({
  test: {
    include: ['test/**/*.pg.test.ts', 'src/**/*.pg.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
