import { defineConfig } from 'vitest/config';

/** Servers of their own that are killed in the middle of every job; takes a minute or two. */
export default defineConfig({
  test: {
    include: ['test/crash/**/*.crash.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
