import type { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../errors.ts';
import type { Aspect, AspectKey } from '../../model/aspect.ts';
import type { PropertyGeneration } from '../../model/properties/property-generation.ts';
import { columnUrnsOf } from '../../model/relationships/column-holder.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectRow, EntityRow, EntityRows, FormerVersion } from '../entity-rows.ts';
import type { Commit, ChangeLogReader } from '../metadata-store.ts';
import { ENTITY_ROW, type DamagedRow } from '../damage.ts';
import { ReadSize } from '../read-limit.ts';
import type { PointWindow } from '../point-scan.ts';
import { endOfPrefix } from '../rows/prefix-end.ts';
import { NOTHING_WRITTEN, writtenAmong, type WrittenAspect } from '../written-aspect.ts';
import {
  integer,
  stampOf,
  text,
  toCommit,
  toEntity,
  toGeneration,
  toCreatedEntity,
  urnOf,
  type SqlRow,
} from '../rows/stored-rows.ts';
import type { CreatedEntity } from '../system-reader.ts';
import type { UrnPage, UrnRequest } from '../urn-page.ts';
import { entityProblem, intactPoint, intactRow, pointPart } from './damage/intact-row.ts';
import { AspectNames } from './aspect-names.ts';
import { CommitMetadata } from './implied/commit-metadata.ts';
import { prepareReads } from './read-statements.ts';
import { urnHashing } from './urn-columns.ts';

/** An entity with its number, the key of its aspect rows. */
export interface StoredEntity {
  readonly id: number;
  readonly entity: EntityRow;
}

/** Position of a point of an aspect among those of its entity. */
type PointPlace = readonly [timestamp: number, key: string];

export interface PlacedPoint {
  readonly place: PointPlace;
  readonly point: Aspect;
}

/** Position of a version among those of its entity. */
type VersionPlace = readonly [aspectId: number, version: number];

/** Sequences of versions, and where the next page begins; undefined after the last page. */
export interface VersionPage {
  readonly sequences: readonly Sequence[];
  readonly next: VersionPlace | undefined;
}

/** Entities of a range of numbers, and the number up to which the range was read. */
export interface EntityRange {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  readonly end: number;
}

interface RowKey extends AspectKey {
  /** Number of the entity. */
  readonly id: number;
  readonly version: number;
  readonly deletedIn?: Sequence;
}

/** Reads rows on one connection and converts them to domain values. Ignores scopes and pending writes. */
export class RowReader {
  readonly #statements: ReturnType<typeof prepareReads>;
  readonly #aspects: AspectNames;
  readonly #commits: CommitMetadata;
  readonly #hashOf: (urn: string) => number;
  readonly #reportDamage: (row: DamagedRow) => void;

  /** `reportDamage` is called with each damaged row that a read leaves out. */
  constructor(database: DatabaseSync, reportDamage: (row: DamagedRow) => void = () => undefined) {
    this.#statements = prepareReads(database);
    this.#aspects = new AspectNames(database);
    this.#commits = new CommitMetadata(database);
    this.#hashOf = urnHashing(database);
    this.#reportDamage = reportDamage;
  }

  entity(urn: Urn): StoredEntity | undefined {
    const row = this.#statements.entity.get(this.#hashOf(urn), urn);
    return row && { id: integer(row, 'id'), entity: this.#entityIn(urn, row) };
  }

  version({ id, entity }: StoredEntity, aspectName: string, version: number): AspectRow | undefined {
    const aspectId = this.#aspects.idOf(aspectName);
    if (aspectId === undefined) return undefined;
    const row = this.#statements.version.get(id, aspectId, version);
    return row && this.#intact({ id, urn: entity.urn, aspectName, version }, row);
  }

  /** Former versions of an aspect, newest first, below a version; read one by one, so that the caller can stop. */
  *former(
    { id, entity }: StoredEntity,
    aspectName: string,
    before = Number.MAX_SAFE_INTEGER,
  ): Generator<FormerVersion> {
    const aspectId = this.#aspects.idOf(aspectName);
    if (aspectId === undefined) return;
    for (const stored of this.#statements.former.iterate(id, aspectId, before)) {
      const version = integer(stored, 'version');
      const row = this.#intact({ id, urn: entity.urn, aspectName, version }, stored);
      if (row !== undefined) yield { version, row };
    }
  }

  /** What a commit wrote to an aspect. */
  written({ id, entity }: StoredEntity, aspectName: string, sequence: Sequence): WrittenAspect {
    const aspectId = this.#aspects.idOf(aspectName);
    if (aspectId === undefined) return NOTHING_WRITTEN;
    const latest = this.#statements.version.get(id, aspectId, 0);
    if (latest === undefined) {
      const points = this.#statements.pointsOf
        .all(id, aspectId, sequence)
        .flatMap((row) => this.#intactPoint({ id, urn: entity.urn, aspectName }, row) ?? []);
      return { ...NOTHING_WRITTEN, points };
    }
    return writtenAmong(this.#versions(entity.urn, aspectName, latest, [id, aspectId]), sequence);
  }

  /** All versions of an aspect, newest first; read one by one, because most readers need few. */
  *#versions(
    urn: Urn,
    aspectName: string,
    latest: SqlRow,
    key: readonly [number, number],
  ): Iterable<FormerVersion> {
    const [id] = key;
    const newest = this.#intact({ id, urn, aspectName, version: 0 }, latest);
    if (newest !== undefined) yield { version: 0, row: newest };
    for (const stored of this.#statements.former.iterate(...key, Number.MAX_SAFE_INTEGER)) {
      const version = integer(stored, 'version');
      const row = this.#intact({ id, urn, aspectName, version }, stored);
      if (row !== undefined) yield { version, row };
    }
  }

  /** Latest rows of the named aspects, or of all, after an aspect; read one by one, so that the caller can stop. */
  *latest(
    stored: StoredEntity,
    aspectNames: readonly string[] | undefined,
    after?: string,
  ): Generator<AspectRow> {
    const { entity, id } = stored;
    const start = after === undefined ? 0 : (aspectNames ?? []).indexOf(after) + 1;
    for (const name of aspectNames?.slice(start) ?? []) {
      const row = this.version(stored, name, 0);
      if (row !== undefined) yield row;
    }
    if (aspectNames !== undefined) return;
    const afterId = after === undefined ? 0 : (this.#aspects.idOf(after) ?? 0);
    for (const row of this.#statements.latestOfEntity.iterate(id, afterId)) {
      const aspectName = this.#aspects.nameOf(integer(row, 'aspect_id'));
      const intact = this.#intact({ id, urn: entity.urn, aspectName, version: 0 }, row);
      if (intact !== undefined) yield intact;
    }
  }

  /** Sequence of the latest version of the named aspects, or of all. */
  latestSequences(
    { id }: StoredEntity,
    aspectNames: readonly string[] | undefined,
  ): ReadonlyMap<string, Sequence> {
    const sequences = this.#statements.latestSequences
      .all(id)
      .map((row) => [this.#aspects.nameOf(integer(row, 'aspect_id')), integer(row, 'sequence')] as const);
    return new Map(sequences.filter(([name]) => aspectNames?.includes(name) !== false));
  }

  /** Sequences of up to `limit` kept versions after one, by aspect and version, without those of aspects named `without`. */
  versionSequences(
    { id }: StoredEntity,
    without: ReadonlySet<string>,
    after: VersionPlace,
    limit: number,
  ): VersionPage {
    const rows = this.#statements.versionSequences.all(id, ...after, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      sequences: rows.flatMap((row) =>
        without.has(this.#aspects.nameOf(integer(row, 'aspect_id'))) ? [] : [integer(row, 'sequence')],
      ),
      next: last && [integer(last, 'aspect_id'), integer(last, 'version')],
    };
  }

  /** The row, or undefined if its value is damaged. Reports damage. */
  #intact({ id, ...key }: RowKey, row: SqlRow): AspectRow | undefined {
    const found = intactRow(this.#commits, id, key.urn, key.aspectName, row);
    const problem = typeof found === 'string' ? found : this.#commits.problemIn('aspect', row);
    if (problem !== undefined) this.#reportDamage({ ...key, problem });
    return typeof found === 'string' ? undefined : found;
  }

  /** The point, or undefined if it is damaged, which it reports. */
  #intactPoint({ id, ...key }: Omit<RowKey, 'version'>, row: SqlRow): Aspect | undefined {
    const found = intactPoint(id, key.urn, key.aspectName, row);
    if (typeof found !== 'string') return found.aspect;
    this.#reportDamage({ ...key, ...pointPart(row), problem: found });
    return undefined;
  }

  /** Damage is reported, and the entity used anyway: otherwise its intact aspects would be lost, too. */
  #entityIn(urn: Urn, row: SqlRow): EntityRow {
    const entity = toEntity(urn, row, this.#commits.writtenIn('entity', row));
    const problem = entityProblem(this.#commits, urn, row);
    if (problem !== undefined) this.#reportDamage({ urn, aspectName: ENTITY_ROW, version: 0, problem });
    return entity;
  }

  /**
   * Entities with numbers in (`after`, `end`], by number, with their latest rows. `end` is `upTo`, or ends before the first
   * entity with which the values exceed `most` characters, unless it is the first. An unreadable range is halved until only the
   * damaged entity is left out.
   */
  entitiesBetween(after: number, upTo: number, most: number): EntityRange {
    try {
      return this.#readBetween(after, upTo, most);
    } catch (error) {
      const middle = after + Math.floor((upTo - after) / 2);
      if (middle > after) {
        const first = this.entitiesBetween(after, middle, most);
        if (first.end < middle) return first;
        const { end, entities } = this.entitiesBetween(middle, upTo, most);
        return { entities: new Map([...first.entities, ...entities]), end };
      }
      const urn = this.urnOfEntity(upTo);
      if (urn !== undefined)
        this.#reportDamage({ urn, aspectName: 'any aspect', version: 0, problem: messageOf(error) });
      return { entities: new Map(), end: upTo };
    }
  }

  #readBetween(after: number, upTo: number, most: number): EntityRange {
    const latest = new Map<number, (readonly [aspectName: string, row: SqlRow])[]>();
    const size = new ReadSize(most);
    let end = upTo;
    for (const row of this.#statements.latestBetween.iterate(after, upTo)) {
      const id = integer(row, 'entity_id');
      size.add(text(row, 'metadata'));
      if (size.isOver && latest.size > 0 && !latest.has(id)) {
        end = Math.max(...latest.keys());
        break;
      }
      const named = [this.#aspects.nameOf(integer(row, 'aspect_id')), row] as const;
      latest.set(id, [...(latest.get(id) ?? []), named]);
    }
    const entities = new Map<Urn, EntityRows>();
    for (const row of this.#statements.entitiesBetween.all(after, end)) {
      const urn = urnOf(row);
      const id = integer(row, 'id');
      const rows = new Map<string, AspectRow>();
      for (const [aspectName, stored] of latest.get(id) ?? []) {
        const intact = this.#intact({ id, urn, aspectName, version: 0 }, stored);
        if (intact !== undefined) rows.set(aspectName, intact);
      }
      entities.set(urn, { entity: this.#entityIn(urn, row), rows });
    }
    return { entities, end };
  }

  /** Latest rows of one aspect of all entities of a type, by urn. */
  latestOfType(entityType: string, aspectName: string): AspectRow[] {
    const aspectId = this.#aspects.idOf(aspectName);
    if (aspectId === undefined) return [];
    return this.#statements.latestOfType
      .all(entityType, aspectId)
      .flatMap(
        (row) => this.#intact({ id: integer(row, 'id'), urn: urnOf(row), aspectName, version: 0 }, row) ?? [],
      );
  }

  /** Points of a timeseries aspect within the window, newest first, after a position; read one by one, so that the caller can stop. */
  *points(
    { id, entity }: StoredEntity,
    aspectName: string,
    limit: number,
    {
      from = 0,
      to = Number.MAX_SAFE_INTEGER,
      after = [Number.MAX_SAFE_INTEGER, ''],
    }: PointWindow & { readonly after?: PointPlace | undefined } = {},
  ): Generator<PlacedPoint> {
    const aspectId = this.#aspects.idOf(aspectName);
    if (aspectId === undefined) return;
    for (const row of this.#statements.points.iterate(id, aspectId, from, to, ...after, limit)) {
      const point = this.#intactPoint({ id, urn: entity.urn, aspectName }, row);
      if (point === undefined) continue;
      yield { place: [integer(row, 'timestamp'), text(row, 'point_key')], point };
    }
  }

  /** Every generation of every property, ended ones included. */
  generations(): PropertyGeneration[] {
    return this.#statements.generations.all().map(toGeneration);
  }

  /** The urn of an entity by its number; undefined when there is none or it cannot be read. */
  urnOfEntity(id: number): Urn | undefined {
    try {
      const row = this.#statements.urnOfEntity.get(id);
      return row && urnOf(row);
    } catch {
      // The row is on the damaged page, too.
      return undefined;
    }
  }

  endedGenerations(): PropertyGeneration[] {
    return this.#statements.endedGenerations.all().map(toGeneration);
  }

  /** Properties with a live generation that began with this qualified name, by urn. */
  propertiesNamed(qualifiedName: string): Urn[] {
    return this.#statements.propertiesNamed.all(qualifiedName).map(urnOf);
  }

  /** Columns of an entity, in binary order. */
  columns(holder: Urn): Urn[] {
    const start = columnUrnsOf(holder);
    return this.#statements.columns.all(start, endOfPrefix(start)).map(urnOf);
  }

  /** A page of urns, in the order of their numbers; its place is the last number of the page before. */
  urns({ entityType, limit, place = '0' }: UrnRequest): UrnPage {
    const { urns, urnsOfType } = this.#statements;
    const rows =
      entityType === undefined
        ? urns.all(Number(place), limit)
        : urnsOfType.all(entityType, Number(place), limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { urns: rows.map(urnOf), next: last && String(integer(last, 'id')) };
  }

  /** Entities with their times of creation, the last stored first. */
  newestEntities(limit: number): CreatedEntity[] {
    return this.#statements.newestEntities.all(limit).map(toCreatedEntity);
  }

  /** Commits after `position`, oldest first. */
  commitsAfter(position: Sequence, limit: number): Commit[] {
    return this.#statements.commitsAfter.all(position, limit).map(toCommit);
  }

  /** Identity of the catalog. */
  identity(): Pick<ChangeLogReader, 'catalogId' | 'hadCommitIds'> {
    const row = this.#statements.identity.get() ?? {};
    return { catalogId: text(row, 'id'), hadCommitIds: integer(row, 'had_commit_ids') !== 0 };
  }

  /** The oldest commit in the log; undefined in an empty log. */
  oldestCommit(): Pick<Commit, 'sequence' | 'created'> | undefined {
    const row = this.#statements.oldestCommit.get();
    return row && { sequence: integer(row, 'sequence'), created: stampOf(row) };
  }

  /** Sequence of the last logged commit, 0 in an empty log. Commits without entries use no sequence. */
  lastSequence(): Sequence {
    const row = this.#statements.lastSequence.get();
    return row === undefined ? 0 : integer(row, 'last');
  }

  /** Greatest entity number, 0 when there is none. */
  lastEntityId(): number {
    const row = this.#statements.lastEntityId.get();
    return row === undefined ? 0 : integer(row, 'last');
  }
}
