import type { EntityAspects } from '../../model/aspect.ts';
import type { AssetEdit, EditFailure, FieldRestoration } from '../../model/bulk-edit.ts';
import type { Urn } from '../../model/urn.ts';
import { cellOf, isRestoredWhole, sameValues } from './cells.ts';
import { fieldName } from './read-edits.ts';

/** A page of assets to which values are to be given back. */
export interface EditedAssets {
  /** Also those to which nothing can be given back. */
  readonly assets: readonly AssetEdit[];
  /** What cannot be given back. */
  readonly failures: readonly EditFailure[];
  /** Where the next page begins. */
  readonly cursor: string;
  readonly isAtEnd: boolean;
}

/** What can be given back to an asset, and what cannot. */
export interface OpenEdits extends AssetEdit {
  readonly failures: readonly EditFailure[];
}

/** Separates what can be given back to an asset from fields that have been changed since. */
export function openEdits(
  urn: Urn,
  edits: readonly FieldRestoration[],
  aspects: EntityAspects | undefined,
): OpenEdits {
  const isOpen = ({ field, values, written }: FieldRestoration): boolean => {
    const now = cellOf(field, aspects);
    return !isRestoredWhole(field) || sameValues(now, written) || sameValues(now, values);
  };
  const message = 'It has been changed since, and stays as it is.';
  const failures = edits
    .filter((edit) => !isOpen(edit))
    .map(({ field }): EditFailure => ({ urn, field: fieldName(field), code: 'CONFLICT', message }));
  return { urn, edits: edits.filter(isOpen), failures };
}

/** The edits of several assets. */
export function joined(all: readonly OpenEdits[]): Pick<EditedAssets, 'assets' | 'failures'> {
  return { assets: all, failures: all.flatMap(({ failures }) => failures) };
}
