import { defineConfig } from 'vitest/config';

/** Three processes of one catalog on real engines; needs PostgreSQL, and Java for those tests that need OpenSearch. */
export default defineConfig({
  test: {
    include: ['test/scale/**/*.scale.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
