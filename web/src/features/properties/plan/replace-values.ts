import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { editToEnd, type EditReport } from '../../../shared/edits/edit-report.ts';
import { fieldOfProperty } from '../../../shared/search/fields.ts';
import { text } from '../definition/draft.ts';
import type { Aspect } from '../definition/stored-property.ts';
import { isNumberType } from '../definition/value-types.ts';
import { applyPlan, planChanges, type Changes, type PlannedProperty } from './plan.ts';

/** Removed allowed values, and the one that takes their place. */
export interface Replacement {
  readonly property: PlannedProperty;
  /** The new definition. */
  readonly definition: Aspect;
  readonly removed: readonly string[];
  readonly by: string;
}

/**
 * Replaces removed values by another one, applies the changes, and sets all other values again, so that nothing is
 * lost. Stops before the changes if an asset refuses its new value. Returns the commit. Throws {@link ApiError}.
 */
export async function replaceAndApply(
  { property, definition, removed, by }: Replacement,
  changes: Changes,
  onStep: (step: string) => void,
): Promise<number | undefined> {
  const isNumber = isNumberType(text(definition['valueType']));
  const valueOf = (value: string): string | number => (isNumber ? (parseDecimal(value) ?? value) : value);
  const search = {
    types: property.byEntityType.map(({ value }) => value),
    orFilters: [
      { and: [{ field: fieldOfProperty(text(definition['qualifiedName'])), values: [...removed] }] },
    ],
  };
  const edit = async (action: string, values: readonly string[]): Promise<void> => {
    const change = { field: property.urn, action, values: values.map(valueOf) };
    refuseFailures(await editToEnd({ search, changes: [change] }));
  };
  onStep(`Replacing the values by ${by}…`);
  if (definition['cardinality'] === 'MULTIPLE') {
    await edit('add', [by]);
    await edit('remove', removed);
  } else await edit('set', [by]);
  onStep('Saving the property…');
  const commit = await applyPlan(await planChanges(changes));
  onStep('Setting the kept values again…');
  await editToEnd({ valuesOf: property.urn }, ({ done, total }) => {
    if (total > 0)
      onStep(
        `Setting the kept values again: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} assets…`,
      );
  });
  return commit;
}

function refuseFailures({ failed, id }: EditReport): void {
  if (failed === 0) return;
  throw new Error(
    `${failed.toLocaleString('en')} assets refused the new value, so the property was not changed. Edit ${id} under Your edits lists them.`,
  );
}
