import { defineConfig } from 'vitest/config';

/** Needs strace. */
export default defineConfig({
  test: { include: ['test/durability/**/*.durability.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
