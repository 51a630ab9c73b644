import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { EDIT_ACTIONS } from '../../model/bulk-edit.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import { ASSET_SEARCH, LINEAGE_SELECTION } from '../bulk-edits/edit-shape.ts';
import { checkLineage } from '../bulk-edits/find-lineage.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, URN, batchOf, described, objectOf, oneOf, readAs } from '../shapes.ts';
import { REASON } from './plan-shapes.ts';
import type { AssetsChange } from './plans.ts';
import { because } from '../../refusals.ts';

/** Maximum changes of one plan. */
export const MOST_CHANGES = 20;
/** Maximum assets that one change names. */
export const MOST_URNS = 1_000;

const CHANGE = v.pipe(
  objectOf({
    urns: v.nullish(described('Urns of the assets.', batchOf('urns', URN))),
    search: v.nullish(described('Changes all assets that it finds.', ASSET_SEARCH)),
    lineage: v.nullish(
      described(
        'Changes all assets that lineage leads to from an asset, in place of urns.',
        LINEAGE_SELECTION,
      ),
    ),
    column: v.nullish(described('Path of a column: changes it in each of these datasets.', TEXT)),
    field: described('What changes, as in a bulk edit.', TEXT),
    action: described('What is done with the values.', oneOf(EDIT_ACTIONS)),
    values: v.nullish(
      described(
        'Urns, texts or numbers.',
        batchOf('values', v.union([TEXT, v.number()], 'a string or a number')),
      ),
      [],
    ),
  }),
  readAs(({ action, column, field, lineage, search, urns, values }): AssetsChange => {
    if ([urns, search, lineage].filter(Boolean).length !== 1)
      throw invalidRequest(
        "A change has one of 'urns', 'search' and 'lineage'. Give one of them.",
        undefined,
        because('INPUT_EXCLUDES', { names: ['urns', 'search', 'lineage'] }),
      );
    if (urns) checkBatchSize('urns', urns.length, MOST_URNS);
    if (lineage) checkLineage(lineage, [{ field, action, values }]);
    if (lineage && typeof column === 'string')
      throw invalidRequest(
        "'column' is not allowed with 'lineage'. Give the urn of the column as 'lineage.urn'.",
        'column',
        because('INPUT_EXCLUDES', { names: ['column', 'lineage'] }),
      );
    return { of: lineage ?? search ?? urns ?? [], column: column ?? undefined, field, action, values };
  }),
);

/** Shape of the changes of an edit. */
export const CHANGES = described('The changes.', batchOf('changes', CHANGE));

/** Throws INVALID_REQUEST for no changes, and for more than an edit may have. */
export function checkChanges({ changes }: { readonly changes: readonly AssetsChange[] }): void {
  if (changes.length === 0)
    throw invalidRequest(
      "'changes' is empty. Name at least one.",
      'changes',
      because('INPUT_MISSING', { name: 'changes' }),
    );
  checkBatchSize('changes', changes.length, MOST_CHANGES);
}

/**
 * Makes a plan of changes of metadata: a stored dry run. Refusals of single assets are in it. Throws INVALID_REQUEST for
 * malformed changes and NOT_FOUND for a label that does not exist.
 */
export const planMetadataEdit = defineProtected({
  name: 'planMetadataEdit',
  effect: 'write',
  proposing: 'run',
  summary: 'Shows what changes of fields of many assets would do, and keeps it as a plan.',
  // The dry run checks the rights on each asset.
  needs: TOKEN,
  isLong: true,
  input: () => objectOf({ changes: CHANGES, reason: REASON }),
  limits: checkChanges,
  run: ({ changes, reason }, { actor, services }) =>
    services.plans.make(actor, { kind: 'edit', changes, reason }),
});
