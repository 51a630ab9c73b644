import type { Actor } from '../../auth/actor.ts';
import type { AssetSearch, FieldEdit, LineageSelection } from '../../model/bulk-edit.ts';
import type { PlanInput } from '../../model/plan.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** What plans do: change metadata of assets, undo something, define structured properties. */
export const PLAN_KINDS = ['edit', 'undo', 'definitions'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** How long a plan can be applied, in ms. */
export const PLAN_VALID_MS = 3_600_000;

/** One change of a field of many assets. */
export interface AssetsChange extends Pick<FieldEdit, 'action'> {
  /** The assets: given ones, the matches of a search, or those that lineage leads to. */
  readonly of: readonly Urn[] | AssetSearch | LineageSelection;
  /** Path of a column: changes this column of each dataset. */
  readonly column: string | undefined;
  readonly field: string;
  readonly values: readonly (string | number)[];
}

/** What to undo: an edit, what a commit or a run has written, or the deletion of an entity. */
export type ToUndo =
  | { readonly edit: number }
  | { readonly commit: Sequence }
  | { readonly run: string }
  | { readonly urn: Urn };

/** What a plan is made of, and why. */
export type PlanRequest = { readonly reason: string | undefined } & (
  | { readonly kind: 'edit'; readonly changes: readonly AssetsChange[] }
  | { readonly kind: 'undo'; readonly undoes: ToUndo }
  | { readonly kind: 'definitions'; readonly input: PlanInput }
);

/** A plan to apply: its name, and what it must do. */
export interface NamedPlan {
  readonly plan: string;
  readonly kind: PlanKind;
}

/**
 * Plans: stored dry runs. A plan belongs to the person and the token that made it, can be applied once within an hour, and
 * grants nothing.
 */
export interface Plans {
  /** Makes a dry run, and keeps it if it would change something. Returns what it shows, with the name of the plan as `plan`. */
  make(actor: Actor, request: PlanRequest): Promise<JsonObject>;
  /**
   * Applies a plan with the current rights of the caller; a plan that has been applied returns its first result. Throws
   * NOT_FOUND for plans of others and of other tokens, GONE for one that is too old, and CONFLICT if what it read has changed.
   */
  apply(actor: Actor, named: NamedPlan): Promise<JsonObject>;
  /**
   * Makes a dry run and does at once what it shows, unless it would change nothing or refuses an asset. Returns what it shows,
   * with the result.
   */
  applyAtOnce(actor: Actor, request: PlanRequest): Promise<JsonObject>;
}
