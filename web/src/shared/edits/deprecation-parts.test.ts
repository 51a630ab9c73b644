import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEPRECATED, deprecationText, deprecationValues, partsOf } from './deprecation-parts.ts';

it('reads back the parts that it writes', () => {
  fc.assert(
    fc.property(
      fc.record({
        note: fc.oneof(fc.string(), fc.constantFrom('deprecated!', 'replacement=x', 'note=')),
        decommissionTime: fc.constantFrom('', '2027-01-31', '5'),
        replacement: fc.constantFrom(undefined, 'urn:li:tag:a'),
      }),
      (parts) => {
        expect(partsOf(deprecationValues(parts))).toEqual(parts);
      },
    ),
  );
  expect(deprecationValues(partsOf(DEPRECATED))).toEqual(DEPRECATED);
});

it('says a deprecation in words', () => {
  const values = ['Old.', 'decommissionTime=2027-01-31', 'replacement=urn:li:tag:a'];
  const text = deprecationText(values, () => 'Orders');
  expect(text).toBe('Old. · decommissioned on 31 Jan 2027 · replaced by Orders');
  expect(deprecationText(['deprecated', 'decommissionTime=1'], String)).toBe(
    'Deprecated · decommissioned on 1 Jan 1970',
  );
  expect(deprecationText([], String)).toBe('');
});
