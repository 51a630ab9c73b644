import * as v from 'valibot';
import { invalidRequest, type CatalogError } from '../../errors.ts';
import {
  ASSET_FIELDS,
  EDIT_ACTIONS,
  type AssetSearch,
  type LineageSelection,
} from '../../model/bulk-edit.ts';
import { FILTER_OPERATORS } from '../../model/filter.ts';
import type { ProposedDefinition } from '../../model/plan.ts';
import type { Urn } from '../../model/urn.ts';
import { DIRECTION } from '../lineage/lineage-shape.ts';
import {
  FLAG,
  NUMBER,
  TEXT,
  URN,
  batchOf,
  described,
  objectOf,
  oneOf,
  readAs,
  wholeNumber,
} from '../shapes.ts';
import { DEFINITION } from '../structured-properties/plan-shape.ts';
import type { RunInput } from '../undo/run/run-to-undo.ts';
import type { FieldEditText } from './read-edits.ts';
import { because } from '../../refusals.ts';

const CRITERION = objectOf({
  field: described('Field name; `structuredProperties.<qualifiedName>` for a structured property.', TEXT),
  condition: v.nullish(
    described('How values are compared; default: EQUAL.', oneOf(FILTER_OPERATORS)),
    'EQUAL',
  ),
  values: v.nullish(described('Any of the values may match; default: none.', batchOf('values', TEXT)), []),
  negated: v.nullish(described('Whether the condition must not hold; default: false.', FLAG), false),
});

const ALTERNATIVE = objectOf({
  and: described('Conditions that must all hold.', batchOf('and', CRITERION)),
});

/** A search, with types and conditions as in `SearchAcrossEntitiesInput`. */
export const ASSET_SEARCH = v.pipe(
  objectOf({
    types: v.nullish(
      described(
        'Names of entity types, such as DATASET; default: those that people search.',
        batchOf('search.types', TEXT),
      ),
      [],
    ),
    query: v.nullish(
      described('Words or a query in the query language; default: `*`, which matches all.', TEXT),
      '*',
    ),
    orFilters: v.nullish(
      described('Alternatives of conditions; default: none.', batchOf('search.orFilters', ALTERNATIVE)),
      [],
    ),
  }),
  v.transform(({ orFilters, query, types }): AssetSearch => {
    const filter = orFilters.map(({ and }) =>
      and.map(({ condition: operator, field, negated, values }) => ({ field, operator, values, negated })),
    );
    return { entityTypes: types, query, filter };
  }),
);

/** The assets that lineage leads to from an entity. */
export const LINEAGE_SELECTION = objectOf({
  urn: described('Urn of the asset or column where the walk begins, which is not changed.', URN),
  direction: DIRECTION,
  hops: described('Maximum number of hops, 1 to 1,000.', NUMBER),
  stopAtValue: v.nullish(
    described(
      'Whether assets that have a value of the property are left out, and what lies behind them; default: false.',
      FLAG,
    ),
    false,
  ),
});

const CHANGE = objectOf({
  field: described(
    `What changes: ${ASSET_FIELDS.join(', ')}, or the urn or qualified name of a structured property.`,
    TEXT,
  ),
  action: described(
    '`set` these values, `add` or `remove` them, `clear` all, or `replace` all but the last by the last.',
    oneOf(EDIT_ACTIONS),
  ),
  values: v.nullish(
    described(
      'Urns, texts or numbers; of `deprecation`: a note, `decommissionTime=2027-01-31`, `replacement=<urn>`.',
      batchOf('values', v.union([TEXT, v.number()], 'a string or a number')),
    ),
    [],
  ),
});

/** The number of a bulk edit. */
export const EDIT_NUMBER = wholeNumber('the number of an edit');

/**
 * An edit to start: equal changes of given assets, of the matches of a search or along lineage, a file with the values of each
 * asset, the number of an edit or the id of a run to undo, the number of a dry run to apply, or a property whose values to restore after it was deleted
 * and defined again.
 */
export type BulkEditInput = { readonly isTrial: boolean; readonly isProposed?: true } & (
  | { readonly urns: readonly Urn[]; readonly edits: readonly FieldEditText[] }
  | { readonly search: AssetSearch; readonly edits: readonly FieldEditText[] }
  | { readonly lineage: LineageSelection; readonly edits: readonly FieldEditText[] }
  | { readonly definition: ProposedDefinition; readonly edits: readonly FieldEditText[] }
  | { readonly csv: string }
  | { readonly undo: number }
  | { readonly plan: number }
  | RunInput
  | { readonly valuesOf: Urn }
);

/** An edit that can be proposed. */
export type ProposableEdit = Extract<
  BulkEditInput,
  | { readonly urns: unknown }
  | { readonly search: unknown }
  | { readonly lineage: unknown }
  | { readonly csv: unknown }
>;

const BODY = objectOf({
  urns: v.nullish(described('Urns of the assets to change; with `changes`.', batchOf('urns', URN))),
  search: v.nullish(described('Changes all assets that it finds; with `changes`.', ASSET_SEARCH)),
  lineage: v.nullish(
    described('Changes all assets that lineage leads to from an asset; with `changes`.', LINEAGE_SELECTION),
  ),
  definition: v.nullish(
    described(
      'New definition of a property that loses allowed values, written after one change `replace` of them.',
      DEFINITION,
    ),
  ),
  changes: v.nullish(
    described(
      'What changes in each asset; with `urns`, `search`, `lineage` or `definition`.',
      batchOf('changes', CHANGE),
    ),
  ),
  csv: v.nullish(described('A table with the new values of each asset, as an export gives.', TEXT)),
  run: v.nullish(described('Id of an ingestion run to undo.', TEXT)),
  since: v.nullish(
    described('Undoes what the run wrote since this RFC 3339 time; default: all of it.', TEXT),
  ),
  undo: v.nullish(described('Number of the bulk edit to undo.', EDIT_NUMBER)),
  plan: v.nullish(
    described('Number of a dry run to apply, if nothing that it read has changed since.', EDIT_NUMBER),
  ),
  valuesOf: v.nullish(
    described('Urn of a property that was deleted and defined again, whose values come back.', URN),
  ),
  dryRun: v.nullish(
    described('Whether to check and count only, without writing; default: false.', FLAG),
    false,
  ),
  asProposal: v.nullish(
    described(
      'With `dryRun`: whether to judge the changes as a proposal, for which the privilege PROPOSE_CHANGES on an asset is enough; default: false.',
      FLAG,
    ),
    false,
  ),
});

/**
 * Shape of a bulk edit: `urns`, `search`, `lineage` or `definition` with `changes`, `csv`, the number of an edit to `undo`, of a dry run
 * to apply (`plan`), the id of a `run` to undo, or `valuesOf`, a property whose values to restore.
 */
export const BULK_EDIT = v.pipe(
  BODY,
  readAs(({ asProposal, dryRun: isTrial, ...asked }): BulkEditInput => {
    const edit = editOf(asked, isTrial);
    if (!asProposal) return edit;
    if (!isTrial)
      throw invalidRequest(
        "'asProposal' is allowed only with 'dryRun'. Send the edit to /api/colophon/v1/proposals to propose it.",
        'asProposal',
        because('INPUT_EXCLUDES', { names: ['asProposal'] }),
      );
    if (!isProposable(edit)) throw notProposable();
    return { ...edit, isProposed: true };
  }),
);

/** Whether the edit is one of those that can be proposed. */
export function isProposable(edit: BulkEditInput): edit is ProposableEdit {
  return ('edits' in edit && !('definition' in edit)) || 'csv' in edit;
}

/** The refusal of a kind of edit that cannot be proposed. */
export function notProposable(): CatalogError {
  return invalidRequest(
    "Only edits with 'urns', 'search', 'lineage' or 'csv' can be proposed. Use one of them.",
    undefined,
    because('INPUT_EXCLUDES', { names: ['definition', 'undo', 'plan', 'run', 'valuesOf'] }),
  );
}

type Asked = Omit<v.InferOutput<typeof BODY>, 'asProposal' | 'dryRun'>;

function editOf(asked: Asked, isTrial: boolean): BulkEditInput {
  const { changes, csv, definition, lineage, plan, run, search, since, undo, urns, valuesOf } = asked;
  const given = [urns, search, lineage, definition, csv, undo, plan, run, valuesOf].filter(
    (one) => one !== undefined && one !== null,
  );
  if (given.length !== 1) {
    throw invalidRequest(
      `The edit has ${given.length} of 'urns', 'search', 'lineage', 'definition', 'csv', 'undo', 'plan', 'run' and 'valuesOf'. Give one of them.`,
      undefined,
      because('INPUT_EXCLUDES', {
        names: ['urns', 'search', 'lineage', 'definition', 'csv', 'undo', 'plan', 'run', 'valuesOf'],
      }),
    );
  }
  if (typeof since === 'string' && typeof run !== 'string')
    throw invalidRequest(
      "'since' is allowed only with 'run'. Omit it.",
      'since',
      because('INPUT_EXCLUDES', { names: ['since'] }),
    );
  if (typeof csv === 'string') {
    if (changes)
      throw invalidRequest(
        "'changes' is not allowed with 'csv': the file has the changes. Omit it.",
        'changes',
        because('INPUT_EXCLUDES', { names: ['changes', 'csv'] }),
      );
    return { csv, isTrial };
  }
  if (changes && !search && !urns && !lineage && !definition)
    throw invalidRequest(
      "'changes' is not allowed with 'undo', 'plan', 'run' or 'valuesOf'. Omit it.",
      'changes',
      because('INPUT_EXCLUDES', { names: ['changes', 'undo', 'plan', 'run', 'valuesOf'] }),
    );
  if (typeof undo === 'number') return { undo, isTrial };
  if (typeof plan === 'number') {
    if (isTrial)
      throw invalidRequest(
        "'dryRun' is not allowed with 'plan', which is a dry run. Omit it.",
        'dryRun',
        because('INPUT_EXCLUDES', { names: ['dryRun', 'plan'] }),
      );
    return { plan, isTrial };
  }
  if (typeof run === 'string') return { run, since: since ?? undefined, isTrial };
  if (valuesOf) return { valuesOf, isTrial };
  const edits = changes ?? [];
  if (definition) return { definition, edits, isTrial };
  if (lineage) return { lineage, edits, isTrial };
  return search ? { search, edits, isTrial } : { urns: urns ?? [], edits, isTrial };
}
