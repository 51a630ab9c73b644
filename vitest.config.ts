import { defineConfig } from 'vitest/config';

/** The suite of `npm test`: needs Node and nothing else. Suites with other needs have their own configuration. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: [
      '**/*.pg.test.ts',
      '**/*.os.test.ts',
      '**/*.browser.test.ts',
      '**/*.peers.test.ts',
      '**/*.durability.test.ts',
      '**/*.jobs.test.ts',
      '**/*.crash.test.ts',
      '**/*.package.test.ts',
      '**/*.fuzz.test.ts',
      '**/*.scale.test.ts',
      '**/*.faults.test.ts',
      '**/node_modules/**',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
