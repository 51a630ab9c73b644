import type { JsonObject } from '../util/json.ts';
import type { DefinitionParts } from './properties/definition-parts.ts';
import type { RuleName } from './properties/property-rules.ts';
import type { Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/** A property definition to plan. */
export interface ProposedDefinition extends DefinitionParts {
  readonly urn: Urn;
  readonly propertyDefinition: JsonObject;
  /**
   * Removes allowed values without clearing any: all values stay stored. Refused while an entity has a removed value,
   * and for every other breaking change.
   */
  readonly keepValues?: true;
}

/** A property deletion to plan. */
export interface ProposedDeletion {
  readonly urn: Urn;
  /** True: hard delete, with all values. False: soft delete, which can be undone. */
  readonly hard: boolean;
}

/** Input of a plan. A property may appear only once, in one of the lists. */
export interface PlanInput {
  readonly definitions: readonly ProposedDefinition[];
  readonly deletions: readonly ProposedDeletion[];
}

/**
 * Effect on a property: `breaking` and `delete` hide or remove values, `create` and `compatible` keep all values, `none`
 * changes nothing.
 */
export type PlannedChange = 'create' | 'compatible' | 'breaking' | 'delete' | 'none';

/** A member of a definition that allows less than before. */
export interface DefinitionLoss {
  readonly member: 'valueType' | 'cardinality' | 'allowedValues' | 'entityTypes' | 'allowedTypes';
  /**
   * What is no longer allowed: values (numbers as `30.0`), urns of types, the former value type or cardinality. Empty if
   * the list did not restrict before.
   */
  readonly lost: readonly string[];
}

/** Values that a change would hide or remove; exact as of one commit. */
export interface AffectedValues {
  /** Number of entities that have the property, including soft-deleted ones. */
  readonly entities: number;
  /** Number of distinct values, summed over the entities. */
  readonly values: number;
  /** Number of entities by registry name of the entity type. */
  readonly byEntityType: Readonly<Record<string, number>>;
  /** Number of entities by platform urn; entities without a platform are not counted. */
  readonly byPlatform: Readonly<Record<string, number>>;
  /** Number of entities for the most frequent values. Numbers as `30.0`, dates as `yyyy-MM-dd`. */
  readonly byValue: Readonly<Record<string, number>>;
  /** The first few entities in urn order. */
  readonly sampleUrns: readonly Urn[];
}

/** For a change that hides or removes no values. */
export const NOTHING_AFFECTED: AffectedValues = {
  entities: 0,
  values: 0,
  byEntityType: {},
  byPlatform: {},
  byValue: {},
  sampleUrns: [],
};

/** Entities that break a rule of a property. */
export interface BrokenRule {
  readonly rule: RuleName;
  readonly entities: number;
  /** The first few entities in urn order. */
  readonly sampleUrns: readonly Urn[];
}

/** Entities that break the rules of a property, as a search finds them: without soft-deleted ones. */
export interface Violations {
  /** Entities that break any rule. */
  readonly entities: number;
  /** Only rules that are broken. */
  readonly byRule: readonly BrokenRule[];
}

/** Entities that inherit a value of a property, as a search finds them: without soft-deleted ones. */
export interface InheritedValues {
  /** Containers, domains and terms that have a value to inherit. */
  readonly sources: number;
  /** Entities without a value of their own that inherit one. */
  readonly entities: number;
  /** Of these by value, for the most frequent values; numbers as `30.0`, dates as `yyyy-MM-dd`. */
  readonly byValue: Readonly<Record<string, number>>;
  /** The first few entities in urn order. */
  readonly sampleUrns: readonly Urn[];
}

export interface PlannedDefinition extends AffectedValues {
  readonly urn: Urn;
  readonly change: PlannedChange;
  /** Reasons why the change is breaking. If the definition cannot be written unchanged, the last one is the remedy. */
  readonly reasons: readonly string[];
  /** The reasons as data; empty unless the change is breaking. */
  readonly losses: readonly DefinitionLoss[];
  /** Present if the definition must be sent with a version greater than this; empty: any version. */
  readonly versionAbove?: string;
  /** What breaks the rules once the plan is applied; absent if the property has none then. */
  readonly violations?: Violations;
  /** What inherits values once the plan is applied; absent if the property is not inherited then. */
  readonly inherited?: InheritedValues;
}

/** Effects of writing and deleting property definitions. */
export interface Plan {
  /** Token that identifies this plan; applying with it applies exactly this plan or fails. */
  readonly planToken: string;
  /** Commit as of which all counts are exact. */
  readonly sequence: Sequence;
  /** Definitions first, then deletions, each in the order of the input. */
  readonly definitions: readonly PlannedDefinition[];
  /** Deadline for undoing it if applied now, epoch ms; undefined if it removes nothing. */
  readonly undoableUntil?: number | undefined;
  /** Commit that applied it, needed to undo it; undefined if it is not applied, or changed nothing. */
  readonly commit?: Sequence | undefined;
}
