import type { AspectKey } from '../../../model/aspect.ts';
import type { Urn } from '../../../model/urn.ts';
import type { AspectRow, EntityRows } from '../../entity-rows.ts';
import type { CurrentState } from '../../metadata-store.ts';
import type { RowReader, Wanted } from '../readers/row-reader.ts';

/** The reads of rows that a group needs. */
export type GroupRows = Pick<RowReader, 'columns' | 'latestOfType' | 'propertiesNamed' | 'wanted'>;

/** Fetched rows, up to a size; records lookups of rows that have not been fetched. */
export class ReadRows implements CurrentState {
  readonly #rows: GroupRows;
  readonly #most: number;
  readonly #entities = new Map<Urn, EntityRows | undefined>();
  readonly #aspects = new Map<Urn, Set<string>>();
  readonly #types = new Map<string, readonly AspectRow[]>();
  readonly #named = new Map<string, readonly Urn[]>();
  #missing: Wanted[] = [];
  #missingTypes = new Map<string, readonly [entityType: string, aspectName: string]>();
  #missingNames = new Set<string>();
  readonly #columns = new Map<Urn, readonly Urn[]>();
  #missingColumns = new Set<Urn>();
  /** Characters of the rows. */
  #size = 0;
  #hasLeftOut = false;

  /** `most`: bytes of the rows, not counting those of whole types. */
  constructor(rows: GroupRows, most: number) {
    this.#rows = rows;
    this.#most = most;
  }

  /** Whether the missing rows did not all fit. */
  get isFull(): boolean {
    return this.#hasLeftOut || this.#size > this.#most;
  }

  /** Drops the rows and the list of missing ones. */
  clear(): void {
    this.#entities.clear();
    this.#aspects.clear();
    this.#missing = [];
    this.#size = 0;
    this.#hasLeftOut = false;
  }

  row(urn: Urn, aspectName: string): AspectRow | undefined {
    if (this.#aspects.get(urn)?.has(aspectName) !== true) {
      // An entity that does not exist has no rows to fetch.
      if (this.#entities.has(urn) && this.#entities.get(urn) === undefined) return undefined;
      this.#missing.push({ urn, aspectName });
    }
    return this.#entities.get(urn)?.rows.get(aspectName);
  }

  entity(urn: Urn): EntityRows['entity'] | undefined {
    if (!this.#entities.has(urn)) this.#missing.push({ urn, aspectName: undefined });
    return this.#entities.get(urn)?.entity;
  }

  rowsOf(entityType: string, aspectName: string): readonly AspectRow[] {
    const key = `${entityType} ${aspectName}`;
    const known = this.#types.get(key);
    if (known === undefined) this.#missingTypes.set(key, [entityType, aspectName]);
    return known ?? [];
  }

  propertiesNamed(qualifiedName: string): readonly Urn[] {
    const known = this.#named.get(qualifiedName);
    if (known === undefined) this.#missingNames.add(qualifiedName);
    return known ?? [];
  }

  columns(holder: Urn): readonly Urn[] {
    const known = this.#columns.get(holder);
    if (known === undefined) this.#missingColumns.add(holder);
    return known ?? [];
  }

  /** Marks aspects as missing. */
  want(keys: readonly AspectKey[]): void {
    for (const { urn, aspectName } of keys) this.row(urn, aspectName);
  }

  isMissing(): boolean {
    const sizes = [this.#missingTypes.size, this.#missingNames.size, this.#missingColumns.size];
    return this.#missing.length > 0 || sizes.some((size) => size > 0);
  }

  async readMissing(): Promise<void> {
    const wanted = distinct(this.#missing);
    const types = this.#missingTypes;
    const names = [...this.#missingNames];
    const holders = this.#missingColumns;
    this.#missing = [];
    this.#missingTypes = new Map();
    this.#missingNames = new Set();
    this.#missingColumns = new Set();
    const { entities, leftOut } = await this.#rows.wanted(wanted, this.#most - this.#size);
    this.#hasLeftOut = leftOut.length > 0;
    const without = new Set(leftOut.map(keyOf));
    for (const one of wanted) {
      const { urn, aspectName } = one;
      this.#note(urn, without.has(keyOf(one)) ? undefined : aspectName, entities.get(urn));
    }
    for (const { rows } of entities.values()) {
      for (const { aspect } of rows.values()) this.#size += aspect.text.length;
    }
    for (const [key, [entityType, aspectName]] of types) {
      this.#types.set(key, await this.#rows.latestOfType(entityType, aspectName));
    }
    for (const holder of holders) this.#columns.set(holder, await this.#rows.columns(holder));
    const named = await this.#rows.propertiesNamed(names);
    for (const name of names) this.#named.set(name, named.get(name) ?? []);
  }

  #note(urn: Urn, aspectName: string | undefined, found: EntityRows | undefined): void {
    const known = this.#entities.get(urn)?.rows ?? [];
    const rows = found && new Map([...known, ...found.rows]);
    this.#entities.set(urn, found && { entity: found.entity, rows: rows ?? new Map() });
    if (aspectName === undefined) return;
    const names = this.#aspects.get(urn) ?? new Set();
    this.#aspects.set(urn, names.add(aspectName));
  }
}

function distinct(wanted: readonly Wanted[]): readonly Wanted[] {
  return [...new Map(wanted.map((one) => [keyOf(one), one])).values()];
}

function keyOf({ aspectName = '', urn }: Wanted): string {
  return `${urn} ${aspectName}`;
}
