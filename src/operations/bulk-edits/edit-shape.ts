import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { EDIT_ACTIONS, type AssetSearch } from '../../model/bulk-edit.ts';
import { FILTER_OPERATORS } from '../../model/filter.ts';
import type { Urn } from '../../model/urn.ts';
import { FLAG, TEXT, URN, batchOf, objectOf, oneOf, readAs, wholeNumber } from '../shapes.ts';
import type { RunInput } from '../undo/run/run-to-undo.ts';
import type { FieldEditText } from './read-edits.ts';

const CRITERION = objectOf({
  field: TEXT,
  condition: v.nullish(oneOf(FILTER_OPERATORS), 'EQUAL'),
  values: v.nullish(batchOf('values', TEXT), []),
  negated: v.nullish(FLAG, false),
});

/** A search, with types and conditions as in `SearchAcrossEntitiesInput`. */
export const ASSET_SEARCH = v.pipe(
  objectOf({
    types: v.nullish(batchOf('search.types', TEXT), []),
    query: v.nullish(TEXT, '*'),
    orFilters: v.nullish(batchOf('search.orFilters', objectOf({ and: batchOf('and', CRITERION) })), []),
  }),
  v.transform(({ orFilters, query, types }): AssetSearch => {
    const filter = orFilters.map(({ and }) =>
      and.map(({ condition: operator, field, negated, values }) => ({ field, operator, values, negated })),
    );
    return { entityTypes: types, query, filter };
  }),
);

const CHANGE = objectOf({
  field: TEXT,
  action: oneOf(EDIT_ACTIONS),
  values: v.nullish(batchOf('values', v.union([TEXT, v.number()], 'a string or a number')), []),
});

/** The number of a bulk edit. */
export const EDIT_NUMBER = wholeNumber('the number of an edit');

/**
 * An edit to start: equal changes of given assets or of the matches of a search, a file with the values of each
 * asset, the number of an edit or the id of a run to undo, or a property whose values to restore after it was deleted
 * and defined again.
 */
export type BulkEditInput = { readonly isTrial: boolean } & (
  | { readonly urns: readonly Urn[]; readonly edits: readonly FieldEditText[] }
  | { readonly search: AssetSearch; readonly edits: readonly FieldEditText[] }
  | { readonly csv: string }
  | { readonly undo: number }
  | RunInput
  | { readonly valuesOf: Urn }
);

/**
 * Shape of a bulk edit: `urns` or `search` with `changes`, `csv`, the number of an edit to `undo`, the id of a `run`
 * to undo, or `valuesOf`, a property whose values to restore.
 */
export const BULK_EDIT = v.pipe(
  objectOf({
    urns: v.nullish(batchOf('urns', URN)),
    search: v.nullish(ASSET_SEARCH),
    changes: v.nullish(batchOf('changes', CHANGE)),
    csv: v.nullish(TEXT),
    run: v.nullish(TEXT),
    since: v.nullish(TEXT),
    undo: v.nullish(EDIT_NUMBER),
    valuesOf: v.nullish(URN),
    dryRun: v.nullish(FLAG, false),
  }),
  readAs(({ dryRun: isTrial, ...asked }): BulkEditInput => {
    const { changes, csv, run, search, since, undo, urns, valuesOf } = asked;
    const given = [urns, search, csv, undo, run, valuesOf].filter((one) => one !== undefined && one !== null);
    if (given.length !== 1) {
      throw invalidRequest(
        `The edit has ${given.length} of 'urns', 'search', 'csv', 'undo', 'run' and 'valuesOf'. Give one of them.`,
      );
    }
    if (typeof since === 'string' && typeof run !== 'string')
      throw invalidRequest("'since' is allowed only with 'run'. Omit it.", 'since');
    if (typeof csv === 'string') {
      if (changes)
        throw invalidRequest(
          "'changes' is not allowed with 'csv': the file has the changes. Omit it.",
          'changes',
        );
      return { csv, isTrial };
    }
    if (changes && !search && !urns)
      throw invalidRequest("'changes' is not allowed with 'undo', 'run' or 'valuesOf'. Omit it.", 'changes');
    if (typeof undo === 'number') return { undo, isTrial };
    if (typeof run === 'string') return { run, since: since ?? undefined, isTrial };
    if (valuesOf) return { valuesOf, isTrial };
    const edits = changes ?? [];
    return search ? { search, edits, isTrial } : { urns: urns ?? [], edits, isTrial };
  }),
);
