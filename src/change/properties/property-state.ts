import { latestVersion } from '../../model/properties/definition-change.ts';
import type { Generation } from '../../model/sequence.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  type PropertyDefinition,
  type PropertyState,
} from '../../model/structured-property.ts';
import type { JsonObject } from '../../util/json.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { AspectRow } from '../../store/entity-rows.ts';
import type { CurrentState } from '../../store/metadata-store.ts';

/** The property's current state, soft-deleted or not; undefined without a definition. */
export function propertyStateOf(urn: Urn, state: CurrentState): PropertyState | undefined {
  const row = state.row(urn, STRUCTURED_PROPERTY.definitionAspect);
  return row && new StoredProperty(urn, row, state);
}

/** Whether the values of a property are numbers. */
export function isNumeric(urn: string, state: CurrentState): boolean {
  return isUrn(urn) && propertyStateOf(urn, state)?.definition.valueType === 'number';
}

class StoredProperty implements PropertyState {
  readonly urn: Urn;
  readonly definition: PropertyDefinition;
  readonly generation: Generation;
  readonly removed: boolean;
  readonly #state: CurrentState;

  constructor(urn: Urn, row: AspectRow, state: CurrentState) {
    this.urn = urn;
    this.definition = parseDefinition(row.aspect.value);
    this.generation = generationOf(row);
    this.removed = isSoftDeleted(urn, state);
    this.#state = state;
  }

  /** Lazy: rules do not need it, and every row read costs. */
  get showInSearchFilters(): boolean {
    const settings = this.#state.row(this.urn, STRUCTURED_PROPERTY.settingsAspect);
    return settings?.aspect.value['showInSearchFilters'] === true;
  }

  /** Lazy, as few writes need them. */
  get rules(): JsonObject | undefined {
    return this.#state.row(this.urn, STRUCTURED_PROPERTY.rulesAspect)?.aspect.value;
  }
}

/** Generation of a property, from its definition row. */
export function generationOf(row: AspectRow): Generation {
  return row.internal.generation ?? 0;
}

/** Whether the entity's `status.removed` is true. */
export function isSoftDeleted(urn: Urn, state: CurrentState): boolean {
  return state.row(urn, 'status')?.aspect.value['removed'] === true;
}

/**
 * The highest version a property ever had, from its definition row. A version too far ahead of `now` (epoch ms) is
 * ignored: earlier releases accepted it, and no later version could exceed it.
 */
export function highestVersionOf(row: AspectRow | undefined, now: number): string | undefined {
  const version = row?.aspect.value['version'];
  const highest = row?.internal.highestVersion ?? (typeof version === 'string' ? version : undefined);
  return highest !== undefined && highest > latestVersion(now) ? undefined : highest;
}
