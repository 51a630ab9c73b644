import type { JsonObject } from '../../util/json.ts';
import type { AspectChange, RuleContext } from '../rules.ts';

/** A change that writes a value. */
export type ValueChange = AspectChange & { readonly after: JsonObject };

/** Normalises values before they are validated and stored. */
export interface Mutator {
  readonly name: string;
  /** Aspects that the mutator applies to; undefined: all. */
  readonly aspects: readonly string[] | undefined;
  /** Returns the value to write instead. Must accept values that violate the schema, which is checked later. */
  mutate(change: ValueChange, context: RuleContext): JsonObject;
}
