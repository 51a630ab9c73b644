import { defineConfig } from 'vitest/config';

/** Random requests for about five minutes; needs Python for Schemathesis. */
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.fuzz.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
