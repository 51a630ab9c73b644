import { defineConfig } from 'vitest/config';

/** The suite of `npm run test:browser`: needs Chromium (`CHROMIUM` names its program; Debian's package is found). */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
