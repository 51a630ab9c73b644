import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import type { AspectRow, Deletion, FormerVersion } from '../../entity-rows.ts';
import { ReadTooLargeError } from '../../read-limit.ts';
import {
  deletedBy,
  deletedNames,
  integer,
  text,
  toAspectRow,
  urnOf,
  type SqlRow,
} from '../../rows/stored-rows.ts';
import type { DeletedNames, DeletionPlace, ListedDeletion, SystemReader } from '../../system-reader.ts';
import type { WrittenKey } from '../../written-aspect.ts';
import { binaryColumns } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { MOST, isOver, limited } from './limited-columns.ts';

const KEYS = `unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS w (urn, aspect, deleted, nth)
  JOIN colophon_deleted_aspect d USING (urn, deleted, aspect) WHERE d.version = 0`;

/** Columns of a deleted aspect `d` without the values beyond a size. */
const limitedDeleted = (
  order: string,
  most: number,
): string => `d.aspect, d.version, d.deletedon, d.deletedby,
  d.systemmetadata, d.createdon, d.createdby, d.sequence, d.internal, ${limited('d.metadata', order, most)}`;

/** Reads hard-deleted rows, one statement per call. */
export class DeletionReader implements Pick<
  SystemReader,
  | 'deleted'
  | 'deletedSizes'
  | 'deletedVersions'
  | 'deletions'
  | 'deletionsAfter'
  | 'lastDeletion'
  | 'lastDeletions'
  | 'oldestDeletion'
> {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async deleted(keys: readonly WrittenKey[]): Promise<readonly (AspectRow | undefined)[]> {
    const found: (AspectRow | undefined)[] = keys.map(() => undefined);
    for (const row of await this.#ofKeys('d.*', keys)) {
      found[integer(row, 'nth') - 1] = toAspectRow(urnOf(row), text(row, 'aspect'), row);
    }
    return found;
  }

  async deletedSizes(keys: readonly WrittenKey[]): Promise<readonly number[]> {
    const sizes = keys.map(() => 0);
    for (const row of await this.#ofKeys('octet_length(d.metadata)::bigint AS size', keys)) {
      sizes[integer(row, 'nth') - 1] = integer(row, 'size');
    }
    return sizes;
  }

  async deletedVersions(
    { aspectName, sequence, urn }: WrittenKey,
    most = MOST,
  ): Promise<readonly FormerVersion[]> {
    const order = 'ORDER BY d.version = 0 DESC, d.version DESC';
    const rows = await this.#database.query(
      `SELECT ${limitedDeleted(order, 4)} FROM colophon_deleted_aspect d
       WHERE d.urn = $1 AND d.deleted = $2 AND d.aspect = $3 ${order}`,
      [urn, sequence, aspectName, most],
    );
    if (isOver(rows)) throw new ReadTooLargeError(most, 0);
    return rows.map((row) => ({
      version: integer(row, 'version'),
      row: toAspectRow(urn, aspectName, row),
    }));
  }

  async deletionsAfter(urn: Urn, sequence: Sequence): Promise<readonly WrittenKey[]> {
    const rows = await this.#database.query(
      `SELECT aspect, min(deleted) AS first FROM colophon_deleted_aspect WHERE urn = $1 AND deleted > $2
       GROUP BY aspect`,
      [urn, sequence],
    );
    return rows.map((row) => ({ urn, aspectName: text(row, 'aspect'), sequence: integer(row, 'first') }));
  }

  async lastDeletion(urn: Urn, most = MOST): Promise<Deletion | undefined> {
    const order = 'ORDER BY d.aspect COLLATE "C"';
    const rows = await this.#database.query(
      `SELECT d.deleted, ${limitedDeleted(order, 2)} FROM colophon_deleted_aspect d
       WHERE d.urn = $1 AND d.version = 0
         AND d.deleted = (SELECT max(deleted) FROM colophon_deleted_aspect WHERE urn = $1) ${order}`,
      [urn, most],
    );
    if (isOver(rows)) throw new ReadTooLargeError(most, 0);
    const [first] = rows;
    if (first === undefined) return undefined;
    const found = rows.map((row) => {
      const aspectName = text(row, 'aspect');
      return [aspectName, toAspectRow(urn, aspectName, row)] as const;
    });
    return { sequence: integer(first, 'deleted'), created: deletedBy(first), rows: new Map(found) };
  }

  async lastDeletions(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, DeletedNames>> {
    if (urns.length === 0) return new Map();
    const rows = await this.#database.query(
      `SELECT d.urn, d.deleted, d.aspect FROM unnest($1::text[]) AS w (urn)
       CROSS JOIN LATERAL (SELECT max(deleted) AS last FROM colophon_deleted_aspect WHERE urn = w.urn) l
       JOIN colophon_deleted_aspect d ON d.urn = w.urn AND d.deleted = l.last AND d.version = 0`,
      [urns],
    );
    return deletedNames(
      rows.map((row) => ({
        urn: urnOf(row),
        sequence: integer(row, 'deleted'),
        aspectName: text(row, 'aspect'),
      })),
    );
  }

  async deletions(before: DeletionPlace | undefined, limit: number): Promise<readonly ListedDeletion[]> {
    const { time, urn } = before ?? { time: Number.MAX_SAFE_INTEGER, urn: '' };
    const rows = await this.#database.query(
      `SELECT urn, deleted, deletedon, max(deletedby) AS deletedby FROM colophon_deleted_aspect
       WHERE (deletedon, urn) < ($1, $2)
       GROUP BY deletedon, urn, deleted ORDER BY deletedon DESC, urn DESC, deleted DESC LIMIT $3`,
      [time, urn, limit],
    );
    return rows.map((row) => ({
      urn: urnOf(row),
      sequence: integer(row, 'deleted'),
      created: deletedBy(row),
    }));
  }

  async oldestDeletion(): Promise<number | undefined> {
    const [row] = await this.#database.query(
      'SELECT deletedon FROM colophon_deleted_aspect ORDER BY deletedon LIMIT 1',
      [],
    );
    return row && integer(row, 'deletedon');
  }

  /** Latest versions of the kept keys, with the position of each key. */
  async #ofKeys(columns: string, keys: readonly WrittenKey[]): Promise<readonly SqlRow[]> {
    if (keys.length === 0) return [];
    return this.#database.query(
      `SELECT w.nth, ${columns} FROM ${KEYS}`,
      binaryColumns(
        keys.map(({ aspectName, sequence, urn }) => [urn, aspectName, sequence]),
        ['text', 'text', 'bigint'],
      ),
    );
  }
}
