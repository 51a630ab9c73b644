import type { JsonObject } from '../util/json.ts';
import type { Filter } from './filter.ts';
import type { LineageDirection } from './relationships/lineage.ts';
import type { Urn } from './urn.ts';
import type { CatalogError, ErrorCode } from '../errors.ts';
import type { OptionalRefusal } from '../refusals.ts';

/** Fields whose values are urns of other entities. */
export const LABEL_FIELDS = ['tags', 'terms', 'owners', 'domain'] as const;

/** What a bulk edit can change besides values of structured properties. */
export const ASSET_FIELDS = [...LABEL_FIELDS, 'description', 'deprecation'] as const;

/** A field of an asset: one of `ASSET_FIELDS`, or the urn of a structured property. */
export type EditField = (typeof ASSET_FIELDS)[number] | Urn;

export const EDIT_ACTIONS = ['set', 'add', 'remove', 'clear', 'replace'] as const;

/**
 * A change of one field. `set`: exactly these values; `add`, `remove`: the current values plus or minus these;
 * `clear`: none; `replace`: the last value instead of each of the others. Values are texts: urns of labels, `owner as
 * ownership type`, numbers in decimal, the parts of a deprecation (`deprecationTexts`).
 */
export interface FieldEdit {
  readonly field: EditField;
  readonly action: (typeof EDIT_ACTIONS)[number];
  readonly values: readonly string[];
  /** Digest of the values that were read before: the edit is refused if they have changed since. */
  readonly read?: string;
  /** Start of the lineage that led to the asset: the attribution of the values that the edit gives. */
  readonly origin?: Urn;
}

/** Reverts the edit of one field, except values that were changed since. */
export interface FieldRestoration {
  readonly field: EditField;
  readonly action: 'restore';
  /** Values of the field before the edit, and after it. */
  readonly values: readonly string[];
  readonly written: readonly string[];
  /** The values before the edit as stored, with their details. */
  readonly elements: readonly JsonObject[];
  /** Digest of the values that a dry run read: the edit is refused if they have changed since. */
  readonly read?: string;
}

/** The changes to make on one asset. */
export interface AssetEdit {
  readonly urn: Urn;
  readonly edits: readonly (FieldEdit | FieldRestoration)[];
}

/** A search whose results are edited or exported. */
export interface AssetSearch {
  /** Empty: all types that a search finds. */
  readonly entityTypes: readonly string[];
  readonly query: string;
  readonly filter: Filter;
}

/** The assets that lineage leads to from an entity, which is not one of them. */
export interface LineageSelection {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  /** Maximum number of hops, 1 to 1,000. */
  readonly hops: number;
  /** Whether assets that have a value of the changed property are left out, and what lies behind them. */
  readonly stopAtValue: boolean;
}

/** A field that changes, with its values before and after. */
export interface CellChange {
  readonly field: EditField;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Values of `after` to store with details; the others are stored without. */
  readonly elements?: readonly JsonObject[];
  /** Whether the write is refused if the aspect changes after it was read. */
  readonly isConditional?: boolean;
  /** See {@link FieldEdit.origin}. */
  readonly origin?: Urn | undefined;
}

/** An asset that changes, or has changed. */
export interface AssetChange {
  readonly urn: Urn;
  readonly cells: readonly CellChange[];
}

/** Why an asset is not changed; with a kind of refusal for what people cause. */
export interface EditFailure extends OptionalRefusal {
  /** As sent by the client. */
  readonly urn: string;
  /** The refused field; absent if the whole asset is refused. */
  readonly field?: string;
  /** Line of the file; absent for an edit without one. */
  readonly line?: number;
  readonly code: ErrorCode;
  /** `HAS_VALUE`: a field that takes one value has one already, so that none can be added. */
  readonly cause?: 'HAS_VALUE';
  readonly message: string;
}

/** A failure of an asset, or of one of its fields. */
export function editFailure(
  place: Pick<EditFailure, 'urn' | 'field' | 'line'>,
  { code, message, problems }: CatalogError,
): EditFailure {
  const { data, kind } = problems.find((problem) => problem.kind !== undefined) ?? {};
  const refusal = kind !== undefined && { kind, ...(data !== undefined && { data }) };
  return { ...place, code, ...refusal, ...(kind === 'HAS_VALUE' && { cause: kind }), message };
}
