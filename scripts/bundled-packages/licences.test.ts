import { describe, expect, it } from 'vitest';
import { licenceProblems } from './licences.ts';

describe('the licences of bundled packages', () => {
  const named = (license: string) => ({ name: 'left-pad', version: '1.0.0', license });

  it('may be permissive ones', () => {
    expect(licenceProblems([named('MIT'), named('OFL-1.1')])).toEqual([]);
  });

  it.each(['GPL-3.0-only', '(MIT OR GPL-3.0-only)', 'SEE LICENSE IN LICENSE.md', 'mit'])(
    'are named with the package and what to do if they are others: %s',
    (license) => {
      expect(licenceProblems([named('ISC'), named(license)])).toEqual([
        `left-pad 1.0.0 is bundled and has the licence "${license}", which scripts/bundled-packages/licences.ts does not allow. ` +
          'Replace the package, or add its licence there after reading it.',
      ]);
    },
  );
});
