import { defineConfig } from 'vitest/config';

/** Background jobs at size; takes a minute or two. */
export default defineConfig({
  test: {
    include: ['test/jobs/**/*.jobs.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
