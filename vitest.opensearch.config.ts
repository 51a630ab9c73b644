import { defineConfig } from 'vitest/config';

/** Whatever needs a real OpenSearch: Java 17 and, where it is not installed yet, Maven. */
export default defineConfig({
  test: {
    include: ['src/**/*.os.test.ts', 'test/**/*.os.test.ts'],
    globalSetup: 'test/support/shared-opensearch.ts',
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
