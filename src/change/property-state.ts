import type { Aspect } from '../model/aspect.ts';
import type { Generation } from '../model/sequence.ts';
import type { PropertyDefinition, PropertyState } from '../model/structured-property.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow, CurrentState } from '../store/metadata-store.ts';

// A batch asks for the same definition once per entity.
const definitions = new WeakMap<Aspect, PropertyDefinition>();

/** The property of this urn as the state has it, soft-deleted or not; undefined when it has no definition. */
export function propertyStateOf(urn: Urn, state: CurrentState): PropertyState | undefined {
  const row = state.row(urn, STRUCTURED_PROPERTY.definitionAspect);
  return row && new StoredProperty(urn, row, state);
}

class StoredProperty implements PropertyState {
  readonly urn: Urn;
  readonly definition: PropertyDefinition;
  readonly generation: Generation;
  readonly removed: boolean;
  readonly #state: CurrentState;

  constructor(urn: Urn, row: AspectRow, state: CurrentState) {
    this.urn = urn;
    this.definition = definitionOf(row.aspect);
    this.generation = generationOf(row);
    this.removed = isSoftDeleted(urn, state);
    this.#state = state;
  }

  /** Read only when asked for: rules do not, and every row that is read costs. */
  get showInSearchFilters(): boolean {
    const settings = this.#state.row(this.urn, STRUCTURED_PROPERTY.settingsAspect);
    return settings?.aspect.value['showInSearchFilters'] === true;
  }
}

/** Which life of the property a row of its definition is. */
export function generationOf(row: AspectRow): Generation {
  return row.internal.generation ?? 0;
}

/** Whether the status of the entity says that it is removed. */
export function isSoftDeleted(urn: Urn, state: CurrentState): boolean {
  return state.row(urn, 'status')?.aspect.value['removed'] === true;
}

function definitionOf(aspect: Aspect): PropertyDefinition {
  const known = definitions.get(aspect);
  if (known !== undefined) return known;
  const definition = parseDefinition(aspect.value);
  definitions.set(aspect, definition);
  return definition;
}

/** The greatest version a property ever had, from the row of its definition. */
export function highestVersionOf(row: AspectRow | undefined): string | undefined {
  const version = row?.aspect.value['version'];
  return row?.internal.highestVersion ?? (typeof version === 'string' ? version : undefined);
}
