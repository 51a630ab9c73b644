import type { Sequence } from '../../model/sequence.ts';
import { columnUrnsOf } from '../../model/relationships/column-holder.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { compareUrns, entityTypeOf, type Urn } from '../../model/urn.ts';
import type { AspectRow, EntityRow } from '../entity-rows.ts';
import type { CurrentState, RowWrite } from '../metadata-store.ts';

interface PendingEntity {
  sequence: Sequence;
  /** Undefined: not written, or deleted if `hidesStored`. */
  entity: EntityRow | undefined;
  /** The entity was deleted: its rows in the database no longer count. */
  hidesStored: boolean;
  readonly rows: Map<string, { sequence: Sequence; row: AspectRow | undefined }>;
}

/** Result of one lookup: `undefined` when nothing is pending, so the database is current. */
export type PendingRow<T> = { readonly value: T | undefined } | undefined;

/**
 * Writes that are decided but not durable: earlier changes of the batch, and batches in flight. Decisions must see
 * them, readers must not.
 */
export class PendingRows {
  readonly #entities = new Map<Urn, PendingEntity>();
  readonly #byType = new Map<string, Set<Urn>>();

  /** Adds the writes of the next commit. */
  add(writes: readonly RowWrite[], sequence: Sequence): void {
    for (const write of writes) this.#add(write, sequence);
  }

  #add(write: RowWrite, sequence: Sequence): void {
    switch (write.kind) {
      case 'createEntity': {
        const pending = this.#pending(write.entity.urn, sequence);
        pending.entity = write.entity;
        break;
      }
      case 'putAspect':
      case 'revertAspect':
        this.#pending(write.row.aspect.urn, sequence).rows.set(write.row.aspect.aspectName, {
          sequence,
          row: write.row,
        });
        break;
      case 'deleteAspect':
        this.#pending(write.urn, sequence).rows.set(write.aspectName, { sequence, row: undefined });
        break;
      case 'deleteEntity': {
        const pending = this.#pending(write.urn, sequence);
        pending.entity = undefined;
        pending.hidesStored = true;
        pending.rows.clear();
        break;
      }
      // No decision reads the results of these writes: points, generation records and system metadata.
      case 'touchAspect':
      case 'touchEntity':
      case 'putPoint':
      case 'deletePoints':
      case 'beginGeneration':
      case 'endGeneration':
      case 'noteRemoval':
      case 'dropMapping':
        break;
    }
  }

  #pending(urn: Urn, sequence: Sequence): PendingEntity {
    const known = this.#entities.get(urn);
    if (known !== undefined) {
      known.sequence = sequence;
      return known;
    }
    const pending: PendingEntity = { sequence, entity: undefined, hidesStored: false, rows: new Map() };
    this.#entities.set(urn, pending);
    const type = entityTypeOf(urn);
    this.#byType.set(type, (this.#byType.get(type) ?? new Set()).add(urn));
    return pending;
  }

  /** The entity after the pending writes. */
  entity(urn: Urn): PendingRow<EntityRow> {
    const pending = this.#entities.get(urn);
    if (pending === undefined) return undefined;
    return pending.entity === undefined && !pending.hidesStored ? undefined : { value: pending.entity };
  }

  /** The latest row of an aspect after the pending writes. */
  row(urn: Urn, aspectName: string): PendingRow<AspectRow> {
    const pending = this.#entities.get(urn);
    const row = pending?.rows.get(aspectName);
    if (row !== undefined) return { value: row.row };
    return pending?.hidesStored === true ? { value: undefined } : undefined;
  }

  /** Urns with pending writes. */
  urns(): Iterable<Urn> {
    return this.#entities.keys();
  }

  /** Urns of an entity type with pending writes. */
  urnsOf(entityType: string): Iterable<Urn> {
    return this.#byType.get(entityType) ?? [];
  }

  /** Drops entities whose last pending write is in this commit or an earlier one: it is durable now. */
  settle(sequence: Sequence): void {
    for (const [urn, pending] of this.#entities) {
      if (pending.sequence > sequence) continue;
      this.#entities.delete(urn);
      this.#byType.get(entityTypeOf(urn))?.delete(urn);
    }
  }

  /** Drops everything, after a failed write. */
  clear(): void {
    this.#entities.clear();
    this.#byType.clear();
  }
}

/** The stored state with the pending writes applied. */
export function overlay(stored: CurrentState, pending: PendingRows): CurrentState {
  return {
    row: (urn, aspectName) => {
      const row = pending.row(urn, aspectName);
      return row === undefined ? stored.row(urn, aspectName) : row.value;
    },
    entity: (urn) => {
      const entity = pending.entity(urn);
      return entity === undefined ? stored.entity(urn) : entity.value;
    },
    rowsOf: (entityType, aspectName) => {
      const latest = new Map(stored.rowsOf(entityType, aspectName).map((row) => [row.aspect.urn, row]));
      for (const urn of pending.urns()) {
        const row = entityTypeOf(urn) === entityType ? pending.row(urn, aspectName) : undefined;
        if (row?.value !== undefined) latest.set(urn, row.value);
        else if (row !== undefined) latest.delete(urn);
      }
      return [...latest.values()];
    },
    propertiesNamed: (qualifiedName) => {
      const { definitionAspect, entityType } = STRUCTURED_PROPERTY;
      const named = new Set(stored.propertiesNamed(qualifiedName));
      for (const urn of pending.urns()) {
        const row = entityTypeOf(urn) === entityType ? pending.row(urn, definitionAspect) : undefined;
        if (row?.value?.aspect.value['qualifiedName'] === qualifiedName) named.add(urn);
      }
      return [...named];
    },
    columns: (holder) => {
      const urns = new Set(stored.columns(holder));
      const start = columnUrnsOf(holder);
      for (const urn of pending.urnsOf(COLUMN_TYPE)) {
        if (!urn.startsWith(start)) continue;
        const entity = pending.entity(urn);
        if (entity?.value !== undefined) urns.add(urn);
        else if (entity !== undefined) urns.delete(urn);
      }
      return [...urns].sort(compareUrns);
    },
  };
}

/** Caches lookups in a state during one decision, while nothing can change. */
export function memoized(stored: CurrentState): CurrentState {
  const rows = new Map<Urn, Map<string, AspectRow | undefined>>();
  const entities = new Map<Urn, EntityRow | undefined>();
  const types = new Map<string, readonly AspectRow[]>();
  return {
    row: (urn, aspectName) => {
      const known = rows.get(urn) ?? new Map<string, AspectRow | undefined>();
      rows.set(urn, known);
      if (!known.has(aspectName)) known.set(aspectName, stored.row(urn, aspectName));
      return known.get(aspectName);
    },
    entity: (urn) => {
      if (!entities.has(urn)) entities.set(urn, stored.entity(urn));
      return entities.get(urn);
    },
    rowsOf: (entityType, aspectName) => {
      const key = `${entityType} ${aspectName}`;
      const known = types.get(key) ?? stored.rowsOf(entityType, aspectName);
      types.set(key, known);
      return known;
    },
    propertiesNamed: (qualifiedName) => stored.propertiesNamed(qualifiedName),
    columns: (holder) => stored.columns(holder),
  };
}
