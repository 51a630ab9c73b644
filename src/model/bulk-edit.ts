import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from '../util/json.ts';
import type { Filter } from './filter.ts';
import type { Urn } from './urn.ts';

/** What a bulk edit can change besides values of structured properties. */
export const LABEL_FIELDS = ['tags', 'terms', 'owners', 'domain'] as const;

/** A field of an asset: one of `LABEL_FIELDS`, or the urn of a structured property. */
export type EditField = (typeof LABEL_FIELDS)[number] | Urn;

export const EDIT_ACTIONS = ['set', 'add', 'remove', 'clear'] as const;

/**
 * A change of one field. `set`: exactly these values; `add`, `remove`: these besides or without the others; `clear`: none.
 * Values are texts: urns of labels, `owner as ownership type`, numbers in decimal.
 */
export interface FieldEdit {
  readonly field: EditField;
  readonly action: (typeof EDIT_ACTIONS)[number];
  readonly values: readonly string[];
}

/** Takes back what an edit did to one field, as far as nobody has changed that since. */
export interface FieldRestoration {
  readonly field: EditField;
  readonly action: 'restore';
  /** What the field had before the edit, and what the edit made of it. */
  readonly values: readonly string[];
  readonly written: readonly string[];
  /** The values from before as they were stored, with their details. */
  readonly elements: readonly JsonObject[];
}

/** What is to be changed on one asset. */
export interface AssetEdit {
  readonly urn: Urn;
  readonly edits: readonly (FieldEdit | FieldRestoration)[];
}

/** A search whose hits are edited or exported. */
export interface AssetSearch {
  /** Empty: all types that a search finds. */
  readonly entityTypes: readonly string[];
  readonly query: string;
  readonly filter: Filter;
}

/** A field that changes, with its values before and after. */
export interface CellChange {
  readonly field: EditField;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Values of `after` as they are to be stored; the others are stored without details. */
  readonly elements?: readonly JsonObject[];
}

/** An asset that changes, or has changed. */
export interface AssetChange {
  readonly urn: Urn;
  readonly cells: readonly CellChange[];
}

/** Why an asset is not changed. */
export interface EditFailure {
  /** As it was given. */
  readonly urn: string;
  /** The field that is refused; absent if that is the asset as a whole. */
  readonly field?: string;
  /** Line of the file; absent for an edit without one. */
  readonly line?: number;
  readonly code: ErrorCode;
  readonly message: string;
}
