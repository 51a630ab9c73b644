import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  type PropertyDirectory,
  type PropertyState,
} from '../model/structured-property.ts';
import { compareUrns, entityTypeOf, isUrn, type Urn } from '../model/urn.ts';
import type { AspectRow } from './entity-rows.ts';
import type { SystemReader } from './system-reader.ts';

const { entityType, definitionAspect, rulesAspect, settingsAspect } = STRUCTURED_PROPERTY;
const STATUS_ASPECT = 'status';

/**
 * All structured properties as of the last `load`, `reload` or `refresh`. The caller that applies commits must
 * refresh the properties that a commit names before anything else processes that commit.
 */
export class LivePropertyDirectory implements PropertyDirectory {
  readonly #states = new Map<Urn, PropertyState>();
  /** The states with rules. */
  readonly #ruled = new Map<Urn, PropertyState>();
  /** The states of `worded`. */
  readonly #worded = new Map<Urn, PropertyState>();
  /** Urns by qualified name, sorted. */
  readonly #byName = new Map<string, readonly Urn[]>();
  /** Urns by qualified name in index spelling, sorted. */
  readonly #bySpelling = new Map<string, readonly Urn[]>();

  /** Loads all properties from the store. */
  static async load(reader: SystemReader): Promise<LivePropertyDirectory> {
    const directory = new LivePropertyDirectory();
    const [definitions, statuses, settings, rules] = await Promise.all([
      reader.rowsOf(entityType, definitionAspect),
      reader.rowsOf(entityType, STATUS_ASPECT),
      reader.rowsOf(entityType, settingsAspect),
      reader.rowsOf(entityType, rulesAspect),
    ]);
    const statusOf = byUrn(statuses);
    const settingsOf = byUrn(settings);
    const rulesOf = byUrn(rules);
    for (const definition of definitions) {
      const { urn } = definition.aspect;
      directory.#put(stateOf(definition, statusOf.get(urn), settingsOf.get(urn), rulesOf.get(urn)));
    }
    return directory;
  }

  /** Replaces the whole content with the current state of the store. */
  async reload(reader: SystemReader): Promise<void> {
    const fresh = await LivePropertyDirectory.load(reader);
    for (const urn of this.#states.keys()) this.#remove(urn);
    for (const state of fresh.#states.values()) this.#put(state);
  }

  /** Re-reads these properties from the store; urns of other entity types are ignored. */
  async refresh(reader: SystemReader, urns: Iterable<Urn>): Promise<void> {
    const changed = [...new Set(urns)].filter((urn) => entityTypeOf(urn) === entityType);
    if (changed.length === 0) return;
    const entities = await reader.rows(changed);
    for (const urn of changed) {
      const rows = entities.get(urn)?.rows;
      const definition = rows?.get(definitionAspect);
      this.#remove(urn);
      if (definition !== undefined) {
        const [status, settings, rules] = [STATUS_ASPECT, settingsAspect, rulesAspect].map((name) =>
          rows?.get(name),
        );
        this.#put(stateOf(definition, status, settings, rules));
      }
    }
  }

  get(urn: Urn): PropertyState | undefined {
    return this.#states.get(urn);
  }

  resolve(name: string): PropertyState | undefined {
    const urn = `urn:li:${entityType}:${name}`;
    const named = isUrn(urn) ? this.#states.get(urn) : undefined;
    if (named !== undefined) return named;
    const urns = this.#byName.get(name) ?? this.#bySpelling.get(indexSpelling(name)) ?? [];
    const states = urns.flatMap((one) => this.#states.get(one) ?? []);
    return states.find(({ removed }) => !removed) ?? states[0];
  }

  all(): Iterable<PropertyState> {
    return this.#states.values();
  }

  ruled(): Iterable<PropertyState> {
    return this.#ruled.values();
  }

  worded(): Iterable<PropertyState> {
    return this.#worded.values();
  }

  #put(state: PropertyState): void {
    const { urn, definition } = state;
    this.#states.set(urn, state);
    if (state.rules !== undefined) this.#ruled.set(urn, state);
    if (definition.wordWeight !== undefined && !state.removed) this.#worded.set(urn, state);
    insert(this.#byName, definition.qualifiedName, urn);
    insert(this.#bySpelling, indexSpelling(definition.qualifiedName), urn);
  }

  #remove(urn: Urn): void {
    const state = this.#states.get(urn);
    if (state === undefined) return;
    this.#states.delete(urn);
    this.#ruled.delete(urn);
    this.#worded.delete(urn);
    withdraw(this.#byName, state.definition.qualifiedName, urn);
    withdraw(this.#bySpelling, indexSpelling(state.definition.qualifiedName), urn);
  }
}

function stateOf(
  definition: AspectRow,
  status: AspectRow | undefined,
  settings: AspectRow | undefined,
  rules: AspectRow | undefined,
): PropertyState {
  const { generation } = definition.internal;
  return {
    urn: definition.aspect.urn,
    definition: parseDefinition(definition.aspect.value),
    // A definition copied from elsewhere has no recorded generation: the commit that wrote it started one.
    generation: generation ?? definition.aspect.sequence,
    removed: status?.aspect.value['removed'] === true,
    showInSearchFilters: settings?.aspect.value['showInSearchFilters'] === true,
    rules: rules?.aspect.value,
  };
}

/** DataHub's index replaces dots with underscores, and its clients may send either form. */
function indexSpelling(qualifiedName: string): string {
  return qualifiedName.replaceAll('.', '_');
}

function byUrn(rows: readonly AspectRow[]): ReadonlyMap<Urn, AspectRow> {
  return new Map(rows.map((row) => [row.aspect.urn, row]));
}

function insert(urns: Map<string, readonly Urn[]>, name: string, urn: Urn): void {
  urns.set(name, [...(urns.get(name) ?? []), urn].sort(compareUrns));
}

function withdraw(urns: Map<string, readonly Urn[]>, name: string, urn: Urn): void {
  const left = (urns.get(name) ?? []).filter((other) => other !== urn);
  if (left.length === 0) urns.delete(name);
  else urns.set(name, left);
}
