import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Aspect } from '../../model/aspect.ts';
import type { Scope } from '../../model/scope.ts';
import type { DamagedRow } from '../damage.ts';
import type { PointReader, PointScan, ScannedPoint } from '../point-scan.ts';
import { readPosition, type PointPosition } from '../point-position.ts';
import { ReadSize } from '../read-limit.ts';
import { integer, text, urnOf, type SqlRow } from '../rows/stored-rows.ts';
import { intactPoint, pointPart } from './damage/intact-row.ts';

interface FoundPage {
  readonly page: readonly ScannedPoint[];
  /** Where the next page starts; undefined after the last page. */
  readonly next: PointPosition | undefined;
}

/** Reads points of one aspect across entities. */
export class SqlitePointReader implements PointReader {
  readonly #page: StatementSync;
  readonly #reportDamage: (row: DamagedRow) => void;

  /** `reportDamage` is called with each damaged point that a read leaves out. */
  constructor(database: DatabaseSync, reportDamage: (row: DamagedRow) => void = () => undefined) {
    this.#reportDamage = reportDamage;
    this.#page = database.prepare(`
      SELECT e.urn, p.entity_id, p.timestamp, p.point_key, p.metadata, p.systemmetadata, p.createdon, p.createdby,
             p.sequence, p.checksum, NULL AS internal
      FROM point p JOIN entity e ON e.id = p.entity_id
      WHERE p.aspect_id = (SELECT id FROM aspect_name WHERE name = ?)
        AND p.timestamp >= ? AND p.timestamp <= ?
        AND (p.timestamp, p.entity_id, p.point_key) < (?, ?, ?)
        AND e.urn >= ? AND e.urn < ?
      ORDER BY p.timestamp DESC, p.entity_id DESC, p.point_key DESC LIMIT ?`);
  }

  async scan(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]> {
    const size = new ReadSize(input.most);
    const found: ScannedPoint[] = [];
    let after = input.after === undefined ? undefined : readPosition(input.after);
    for (let isMore = true; isMore && found.length < input.limit;) {
      const { next, page } = this.#pageAfter(after, input);
      await size.turn();
      await scope.settle(page.map(({ point }) => point.urn));
      for (const one of page
        .filter(({ point }) => scope.seesEntity(point.urn))
        .slice(0, input.limit - found.length)) {
        size.addOrThrow(one.point.text, found.length);
        found.push(one);
      }
      isMore = next !== undefined;
      after = next;
    }
    return found.slice(0, input.limit);
  }

  #pageAfter(
    after: PointPosition | undefined,
    { aspectName, entityType, from = 0, limit, most, to = Number.MAX_SAFE_INTEGER }: PointScan,
  ): FoundPage {
    const [timestamp, entityId, pointKey] = after ?? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''];
    // All urns of the type: `;` is the character after `:`.
    const urns = [`urn:li:${entityType}:`, `urn:li:${entityType};`] as const;
    const size = new ReadSize(most);
    const page: ScannedPoint[] = [];
    const key = [timestamp, entityId, pointKey, ...urns] as const;
    let examined = 0;
    let last: PointPosition | undefined;
    for (const row of this.#page.iterate(aspectName, from, to, ...key, limit)) {
      const at: PointPosition = [
        integer(row, 'timestamp'),
        integer(row, 'entity_id'),
        text(row, 'point_key'),
      ];
      const point = this.#intact(aspectName, row);
      size.add(point?.text ?? '');
      if (size.isOver) return { page, next: last };
      if (point !== undefined) page.push({ point, timestampMillis: at[0], position: JSON.stringify(at) });
      examined++;
      last = at;
    }
    return { page, next: examined === limit ? last : undefined };
  }

  /** The point, or undefined if it is damaged, which it reports. */
  #intact(aspectName: string, row: SqlRow): Aspect | undefined {
    const urn = urnOf(row);
    const found = intactPoint(integer(row, 'entity_id'), urn, aspectName, row);
    if (typeof found !== 'string') return found.aspect;
    this.#reportDamage({ urn, aspectName, ...pointPart(row), problem: found });
    return undefined;
  }
}
