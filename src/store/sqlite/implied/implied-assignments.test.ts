import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aspect, UNKNOWN_WRITE } from '../../../model/aspect.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { AspectRow, RowInternal } from '../../entity-rows.ts';
import { internalColumn, listed, wholeInternal, withAssignments } from './implied-assignments.ts';

const urn = parseUrn('urn:li:tag:a');
const property = fc.constantFrom(
  'urn:li:structuredProperty:a',
  'urn:li:structuredProperty:b',
  'urn:li:structuredProperty:ü"',
);
const generation = fc.constantFrom(1, 12, 123_456_789_012);

function aspectOf(properties: readonly string[]): Aspect {
  const text = JSON.stringify({ properties: properties.map((propertyUrn) => ({ propertyUrn, values: [] })) });
  return new Aspect({ urn, aspectName: 'structuredProperties', text, ...UNKNOWN_WRITE, sequence: 1 });
}

/** The row after its column was written and read. */
function read(row: AspectRow): AspectRow {
  const column = internalColumn(row);
  const { aspect } = row;
  return withAssignments({ aspect, internal: column === null ? {} : (JSON.parse(column) as RowInternal) });
}

describe('the generations of assignments', () => {
  it('are read as they were written, regardless of the value', () => {
    const internal: fc.Arbitrary<RowInternal> = fc.record(
      {
        assignments: fc.dictionary(property, generation),
        shownSince: generation,
        shownAt: generation,
        generation,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(property), internal, (properties, { ...state }) => {
        const row = { aspect: aspectOf(properties), internal: state };
        expect({ ...read(row).internal }).toEqual(state);
        const whole = wholeInternal(internalColumn(row), row.aspect.text);
        expect(whole === null ? {} : JSON.parse(whole), 'in a copy').toEqual(state);
      }),
    );
  });

  it('are stored without the names that the value has, and found by their text', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(property, generation), { minLength: 1, selector: ([name]) => name }),
        (pairs) => {
          const row = {
            aspect: aspectOf(pairs.map(([name]) => name)),
            internal: { assignments: Object.fromEntries(pairs) },
          };
          const column = internalColumn(row) ?? '';
          expect(column).not.toContain('urn:li:');
          for (const [, one] of pairs) expect(column).toContain(listed(one));
          expect(column).not.toContain(listed(2));
          expect(read(row).internal.assignments).toEqual(row.internal.assignments);
        },
      ),
    );
  });
});
