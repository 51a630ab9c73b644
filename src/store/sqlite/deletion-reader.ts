import type { DatabaseSync } from 'node:sqlite';
import type { AuditStamp } from '../../model/aspect.ts';
import type { Sequence } from '../../model/sequence.ts';
import { compareUrns, type Urn } from '../../model/urn.ts';
import type { DamagedRow } from '../damage.ts';
import type { AspectRow, Deletion, FormerVersion } from '../entity-rows.ts';
import { ReadSize } from '../read-limit.ts';
import { deletedBy, deletedNames, integer, urnOf, type SqlRow } from '../rows/stored-rows.ts';
import type { DeletedNames, DeletionPlace, ListedDeletion, SystemReader } from '../system-reader.ts';
import type { WrittenKey } from '../written-aspect.ts';
import { AspectNames } from './aspect-names.ts';
import { CommitMetadata } from './implied/commit-metadata.ts';
import { deletedPart, intactRow } from './damage/intact-row.ts';

/** Reads hard-deleted rows. Reads values one by one, and lets other work run in between. */
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
  readonly #statements: ReturnType<typeof prepare>;
  readonly #aspects: AspectNames;
  readonly #commits: CommitMetadata;
  readonly #reportDamage: (row: DamagedRow) => void;

  /** `reportDamage` is called with each damaged row that a read leaves out. */
  constructor(database: DatabaseSync, reportDamage: (row: DamagedRow) => void = () => undefined) {
    this.#statements = prepare(database);
    this.#aspects = new AspectNames(database);
    this.#commits = new CommitMetadata(database);
    this.#reportDamage = reportDamage;
  }

  async deleted(keys: readonly WrittenKey[]): Promise<readonly (AspectRow | undefined)[]> {
    const size = new ReadSize();
    const found: (AspectRow | undefined)[] = [];
    for (const key of keys) {
      const row = this.#latest(key);
      const intact = row && this.#intact(key, row);
      if (intact !== undefined) size.add(intact.aspect.text);
      found.push(intact);
      await size.turn();
    }
    return found;
  }

  deletedSizes(keys: readonly WrittenKey[]): Promise<readonly number[]> {
    const sizes = keys.map(({ aspectName, sequence, urn }) => {
      const aspectId = this.#aspects.idOf(aspectName);
      const row = aspectId === undefined ? undefined : this.#statements.size.get(urn, sequence, aspectId);
      return row === undefined ? 0 : integer(row, 'size');
    });
    return Promise.resolve(sizes);
  }

  async deletedVersions(key: WrittenKey, most?: number): Promise<readonly FormerVersion[]> {
    const size = new ReadSize(most);
    const found: FormerVersion[] = [];
    let next = this.#latest(key);
    while (next !== undefined) {
      const version = integer(next, 'version');
      const row = this.#intact(key, next);
      if (row !== undefined) {
        size.addOrThrow(row.aspect.text);
        found.push({ version, row });
      }
      await size.turn();
      next = this.#before(key, version === 0 ? Number.MAX_SAFE_INTEGER : version);
    }
    return found;
  }

  deletionsAfter(urn: Urn, sequence: Sequence): Promise<readonly WrittenKey[]> {
    const keys = this.#statements.firstAfter.all(urn, sequence).map((row) => ({
      urn,
      aspectName: this.#aspects.nameOf(integer(row, 'aspect_id')),
      sequence: integer(row, 'first'),
    }));
    return Promise.resolve(keys);
  }

  async lastDeletion(urn: Urn, most?: number): Promise<Deletion | undefined> {
    const sequence = this.#statements.last.get(urn)?.['last'];
    if (typeof sequence !== 'number') return undefined;
    const names = this.#statements.aspectsOf
      .all(urn, sequence)
      .map((row) => this.#aspects.nameOf(integer(row, 'aspect_id')))
      .sort(compareUrns);
    const size = new ReadSize(most);
    const rows = new Map<string, AspectRow>();
    let created: AuditStamp | undefined;
    for (const aspectName of names) {
      const key = { urn, aspectName, sequence };
      const row = this.#latest(key);
      const intact = row && this.#intact(key, row);
      if (row === undefined || intact === undefined) continue;
      size.addOrThrow(intact.aspect.text);
      rows.set(aspectName, intact);
      created ??= deletedBy(row);
      await size.turn();
    }
    return created && { sequence, created, rows };
  }

  lastDeletions(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, DeletedNames>> {
    const rows = this.#statements.lastOfEach.all(JSON.stringify(urns));
    return Promise.resolve(
      deletedNames(
        rows.map((row) => ({
          urn: urnOf(row),
          sequence: integer(row, 'deleted'),
          aspectName: this.#aspects.nameOf(integer(row, 'aspect_id')),
        })),
      ),
    );
  }

  deletions(before: DeletionPlace | undefined, limit: number): Promise<readonly ListedDeletion[]> {
    const { time, urn } = before ?? { time: Number.MAX_SAFE_INTEGER, urn: '' };
    const rows = this.#statements.latestFirst.all(time, urn, limit);
    return Promise.resolve(
      rows.map((row) => ({ urn: urnOf(row), sequence: integer(row, 'deleted'), created: deletedBy(row) })),
    );
  }

  oldestDeletion(): Promise<number | undefined> {
    const row = this.#statements.oldest.get();
    return Promise.resolve(row && integer(row, 'deletedon'));
  }

  #latest({ aspectName, sequence, urn }: WrittenKey): SqlRow | undefined {
    const aspectId = this.#aspects.idOf(aspectName);
    return aspectId === undefined ? undefined : this.#statements.latest.get(urn, sequence, aspectId);
  }

  /** The newest former version below a number. */
  #before({ aspectName, sequence, urn }: WrittenKey, version: number): SqlRow | undefined {
    const aspectId = this.#aspects.idOf(aspectName);
    return aspectId === undefined ? undefined : this.#statements.before.get(urn, sequence, aspectId, version);
  }

  /** The row, or undefined if its value is damaged. Reports damage. */
  #intact({ aspectName, urn }: WrittenKey, row: SqlRow): AspectRow | undefined {
    const { id, ...part } = deletedPart(row);
    const found = intactRow(this.#commits, id, urn, aspectName, row);
    const problem = typeof found === 'string' ? found : this.#commits.problemIn('aspect', row);
    if (problem !== undefined) this.#reportDamage({ urn, aspectName, ...part, problem });
    return typeof found === 'string' ? undefined : found;
  }
}

function prepare(database: DatabaseSync) {
  const ofAspect = 'urn = ? AND deleted = ? AND aspect_id = ?';
  return {
    latest: database.prepare(`SELECT * FROM deleted_aspect WHERE ${ofAspect} AND version = 0`),
    before: database.prepare(
      `SELECT * FROM deleted_aspect WHERE ${ofAspect} AND version > 0 AND version < ?
       ORDER BY version DESC LIMIT 1`,
    ),
    // `octet_length` does not read the value.
    size: database.prepare(
      `SELECT octet_length(metadata) AS size FROM deleted_aspect WHERE ${ofAspect} AND version = 0`,
    ),
    firstAfter: database.prepare(
      `SELECT aspect_id, min(deleted) AS first FROM deleted_aspect WHERE urn = ? AND deleted > ?
       GROUP BY aspect_id ORDER BY aspect_id`,
    ),
    last: database.prepare('SELECT max(deleted) AS last FROM deleted_aspect WHERE urn = ?'),
    aspectsOf: database.prepare(
      'SELECT aspect_id FROM deleted_aspect WHERE urn = ? AND deleted = ? AND version = 0',
    ),
    lastOfEach: database.prepare(
      `SELECT d.urn, d.deleted, d.aspect_id FROM deleted_aspect d
       WHERE d.urn IN (SELECT value FROM json_each(?)) AND d.version = 0
         AND d.deleted = (SELECT max(deleted) FROM deleted_aspect WHERE urn = d.urn)`,
    ),
    latestFirst: database.prepare(
      `SELECT urn, deleted, deletedon, deletedby FROM deleted_aspect WHERE (deletedon, urn) < (?, ?)
       GROUP BY deletedon, urn, deleted ORDER BY deletedon DESC, urn DESC, deleted DESC LIMIT ?`,
    ),
    oldest: database.prepare('SELECT deletedon FROM deleted_aspect ORDER BY deletedon LIMIT 1'),
  };
}
