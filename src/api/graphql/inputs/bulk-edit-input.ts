import type { EntityReferences } from '../../../model/entity-reference.ts';
import { EDIT_ACTIONS } from '../../../model/bulk-edit.ts';
import type { startBulkEdit } from '../../../operations/bulk-edits/start-bulk-edit.ts';
import type { exportAssets } from '../../../operations/bulk-edits/csv/export-assets.ts';
import type { InputOf } from '../../../operations/operation.ts';
import type { AssetSearchInput, StartBulkEditInput } from '../schema/schema-types.generated.ts';
import { proposedDefinition } from './plan-input.ts';
import { parseCriterion } from './parse-search.ts';

/** The input of `startBulkEdit` in wire names. */
export function bulkEditInput(
  { changes, definition, search, ...others }: StartBulkEditInput,
  references: EntityReferences,
): InputOf<typeof startBulkEdit> {
  return {
    ...others,
    ...(search && { search: assetSearch(search) }),
    ...(definition && { definition: proposedDefinition(definition, 'definition', references) }),
    ...(changes && {
      changes: changes.map(({ action, field, values }) => ({
        field,
        // The enum has the same actions in capitals.
        action: EDIT_ACTIONS.find((one) => one.toUpperCase() === action) ?? 'set',
        ...(values && { values }),
      })),
    }),
  };
}

/** A search in wire names. */
export function assetSearch({
  orFilters,
  query,
  types,
}: AssetSearchInput): InputOf<typeof exportAssets>['search'] {
  return {
    ...(types && { types }),
    ...(typeof query === 'string' && { query }),
    orFilters: (orFilters ?? []).map(({ and }) => ({
      and: (and ?? []).map((input) => {
        const { field, negated, operator: condition, values } = parseCriterion(input);
        return { field, condition, values, negated };
      }),
    })),
  };
}
