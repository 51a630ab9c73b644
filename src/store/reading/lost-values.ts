import type { GenerationKey } from '../../model/properties/property-generation.ts';
import { objects } from '../../util/json/json-members.ts';
import type { LostValue } from '../change-reader.ts';
import type { AspectRow } from '../entity-rows.ts';
import type { StoredChange } from './seen-changes.ts';

/** The values of an ended generation that writes removed, once per asset: nothing can add them again. */
export function lostValuesIn(
  changes: readonly StoredChange[],
  { generation, propertyUrn }: GenerationKey,
): readonly LostValue[] {
  const holds = (row: AspectRow | undefined): boolean =>
    row?.internal.assignments?.[propertyUrn] === generation;
  return changes.flatMap(({ entries }) =>
    entries.flatMap(({ entry: { urn }, written: { before, row } }) => {
      if (row === undefined || !holds(before) || holds(row)) return [];
      const element = objects(before?.aspect.value['properties']).find(
        (one) => one['propertyUrn'] === propertyUrn,
      );
      return element === undefined ? [] : [{ urn, element }];
    }),
  );
}
