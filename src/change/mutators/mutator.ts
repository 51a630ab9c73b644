import type { JsonObject } from '../../util/json.ts';
import type { AspectChange, RuleContext } from '../rules.ts';

/** A change that writes a value. */
export type ValueChange = AspectChange & { readonly after: JsonObject };

/** One way in which values are brought into the form that is stored. */
export interface Mutator {
  readonly name: string;
  /** Aspect names it is about; undefined: every aspect. */
  readonly aspects: readonly string[] | undefined;
  /** The value to write instead; a value that breaks the schema must pass, because the schema is checked later. */
  mutate(change: ValueChange, context: RuleContext): JsonObject;
}
