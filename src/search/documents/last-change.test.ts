import { expect, it } from 'vitest';
import { Aspect, UNKNOWN_WRITE } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import { MODIFIED_FIELD, MODIFIED_IN_PART_FIELD } from '../mapping.ts';
import type { IndexedRow } from './document.ts';
import type { FieldValues } from '../search-index.ts';
import { addLastChange } from './last-change.ts';

const urn = parseUrn('urn:li:corpuser:ada');
const { created, systemMetadata } = UNKNOWN_WRITE;

/** Rows of aspects with these times of their last writes. */
function rows(times: Readonly<Record<string, number>>, sequence = 1): readonly IndexedRow[] {
  return Object.entries(times).map(([aspectName, time]) => {
    const stamp = { ...created, time };
    const aspect = new Aspect({ urn, aspectName, text: '{}', systemMetadata, created: stamp, sequence });
    return { aspect, internal: {} };
  });
}

/** The search fields that a document of these rows gets. */
function lastChange(of: readonly IndexedRow[]): ReadonlyMap<string, FieldValues> {
  const values = new Map<string, FieldValues>();
  addLastChange(values, of);
  return values;
}

it('is that of the newest aspect, for some callers without values of properties', () => {
  expect(Object.fromEntries(lastChange(rows({ status: 5, structuredProperties: 9, ownership: 7 })))).toEqual({
    [MODIFIED_FIELD]: [9],
    [MODIFIED_IN_PART_FIELD]: [7],
  });
  expect(Object.fromEntries(lastChange(rows({ forms: 9 })))).toEqual({ [MODIFIED_FIELD]: [9] });
});

it('ignores what the server derives, secrets and personal settings', () => {
  const own = rows({ aliases: 9, corpUserCredentials: 9, corpUserSettings: 9, dataProducts: 9, status: 1 });
  expect(lastChange(own).get(MODIFIED_FIELD)).toEqual([1]);
  expect(lastChange(rows({ corpUserKey: 9 }, 0)).size).toBe(0);
});

it('ignores removals of values that nobody saw', () => {
  const removed = rows({ structuredProperties: 9 }).map(({ aspect }) => ({
    aspect,
    internal: { shownSince: 1, shownAt: 3 },
  }));
  expect(lastChange(removed).get(MODIFIED_FIELD)).toEqual([3]);
});
