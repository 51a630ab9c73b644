import type { JsonObject } from '../util/json.ts';
import type { Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/** A definition as it would be written. */
export interface ProposedDefinition {
  readonly urn: Urn;
  readonly propertyDefinition: JsonObject;
  /** Absent: the display settings stay as they are. */
  readonly structuredPropertySettings?: JsonObject;
}

/** A property as it would be deleted. */
export interface ProposedDeletion {
  readonly urn: Urn;
  /** For good, with all values; otherwise softly, which can be undone. */
  readonly hard: boolean;
}

/** What to plan; each property is named once, in one of the lists. */
export interface PlanInput {
  readonly definitions: readonly ProposedDefinition[];
  readonly deletions: readonly ProposedDeletion[];
}

/**
 * What would become of a property: `breaking` and `delete` hide or remove its values, `create` and `compatible` leave
 * all values alone, `none` changes nothing.
 */
export type PlannedChange = 'create' | 'compatible' | 'breaking' | 'delete' | 'none';

/** The values that a change would hide or remove, counted as of one commit. */
export interface AffectedValues {
  /** Entities of any type that hold the property, soft-deleted ones included. */
  readonly entities: number;
  /** Pairs of an entity and a different value of it. */
  readonly values: number;
  /** Entities by the registry's name of their type. */
  readonly byEntityType: Readonly<Record<string, number>>;
  /** Entities by the urn of their platform; those without a platform are in none. */
  readonly byPlatform: Readonly<Record<string, number>>;
  /** Entities of the most frequent values: numbers as `30.0`, dates as `yyyy-MM-dd`. */
  readonly byValue: Readonly<Record<string, number>>;
  /** The first few of the entities in the order of urns. */
  readonly sampleUrns: readonly Urn[];
}

/** What a change affects that hides and removes nothing. */
export const NOTHING_AFFECTED: AffectedValues = {
  entities: 0,
  values: 0,
  byEntityType: {},
  byPlatform: {},
  byValue: {},
  sampleUrns: [],
};

/** What would become of one property. */
export interface PlannedDefinition extends AffectedValues {
  readonly urn: Urn;
  readonly change: PlannedChange;
  /** Why it breaks; the last says what to do when the definition could not be written as it is. */
  readonly reasons: readonly string[];
}

/** What writing or deleting properties would do. */
export interface Plan {
  /** Proof of what was shown: with it only this plan is applied. */
  readonly planToken: string;
  /** Commit as of which every figure is exact. */
  readonly sequence: Sequence;
  /** Definitions first, then deletions, each in the order of the input. */
  readonly definitions: readonly PlannedDefinition[];
}

/** A plan that has been applied, with the commit that did it. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly sequence: Sequence;
}
