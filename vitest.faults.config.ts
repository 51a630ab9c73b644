import { defineConfig } from 'vitest/config';

/** Faults of the engines, of the network and of processes; needs PostgreSQL, Java, root and iproute2. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
