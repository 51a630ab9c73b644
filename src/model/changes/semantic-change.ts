import type { JsonObject } from '../../util/json.ts';
import type { Urn } from '../urn.ts';

/** A change of one part of an entity, by DataHub's names of categories and operations. */
export interface SemanticChange {
  readonly category: string;
  readonly operation: string;
  /** What was added, changed or removed: the tag, the owner, the column, the property. */
  readonly modifier?: string | undefined;
  readonly parameters?: JsonObject;
  /** The column that has the part; default: the entity whose aspect changed. */
  readonly entityUrn?: string;
}

/** Lists the semantic changes of an aspect. `before` and `after` are undefined where there is no value. */
export type ChangeDiffer = (
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  urn: Urn,
) => readonly SemanticChange[];
