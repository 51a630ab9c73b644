import { expect, it } from 'vitest';
import { checksumAdvice } from './data-checksums.ts';

it.each([
  ['on', undefined],
  ['off', expect.stringContaining('pg_checksums --enable')],
])('data_checksums is %s', async (setting, advice) => {
  const query = () => Promise.resolve([{ data_checksums: setting }]);
  expect(await checksumAdvice({ query })).toEqual(advice);
});
