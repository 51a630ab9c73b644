import { defineConfig } from 'vitest/config';

/** The package as npm installs it: packed, compiled, in a project of its own. Needs Python for the pytest fixture. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.package.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
