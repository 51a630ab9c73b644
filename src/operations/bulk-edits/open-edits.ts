import type { EntityAspects } from '../../model/aspect.ts';
import type { AssetEdit, EditFailure, FieldRestoration } from '../../model/bulk-edit.ts';
import type { Urn } from '../../model/urn.ts';
import { cellOf, isRestoredWhole, sameValues } from './cells.ts';
import { fieldName } from './read-edits.ts';
import { because } from '../../refusals.ts';

/** A page of assets whose values to restore. */
export interface EditedAssets {
  /** Includes assets without a value that can be restored. */
  readonly assets: readonly AssetEdit[];
  /** Values that cannot be restored. */
  readonly failures: readonly EditFailure[];
  /** Cursor of the next page. */
  readonly cursor: string;
  readonly isAtEnd: boolean;
}

/** Edits that restore values of an asset, and the failures. */
export interface OpenEdits extends AssetEdit {
  readonly failures: readonly EditFailure[];
}

/** Separates edits that can restore values of an asset from fields that were changed later. `stored`: the holders. */
export function openEdits(
  urn: Urn,
  edits: readonly FieldRestoration[],
  stored: ReadonlyMap<Urn, EntityAspects>,
): OpenEdits {
  const isOpen = ({ field, values, written }: FieldRestoration): boolean => {
    const now = cellOf(field, urn, stored);
    return !isRestoredWhole(field) || sameValues(now, written) || sameValues(now, values);
  };
  const message = 'The field was changed later, and is kept.';
  const failures = edits
    .filter((edit) => !isOpen(edit))
    .map(({ field }): EditFailure => ({
      urn,
      field: fieldName(field),
      code: 'CONFLICT',
      ...because('CHANGED_SINCE'),
      message,
    }));
  return { urn, edits: edits.filter(isOpen), failures };
}

/** The edits of several assets. */
export function joined(all: readonly OpenEdits[]): Pick<EditedAssets, 'assets' | 'failures'> {
  return { assets: all, failures: all.flatMap(({ failures }) => failures) };
}
