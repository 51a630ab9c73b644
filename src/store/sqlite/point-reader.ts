import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Scope } from '../../model/scope.ts';
import type { PointReader, PointScan, ScannedPoint } from '../point-scan.ts';
import { readPosition } from '../point-position.ts';
import type { PointPosition } from '../point-position.ts';
import { ReadSize } from '../read-limit.ts';
import { integer, text, toAspectRow, urnOf } from '../rows/stored-rows.ts';

interface FoundPage {
  readonly page: readonly (ScannedPoint & { readonly at: PointPosition })[];
  /** Whether it ends early, because of the size of the points. */
  readonly isCut: boolean;
}

/** Reads points of one aspect across entities. */
export class SqlitePointReader implements PointReader {
  readonly #page: StatementSync;

  constructor(database: DatabaseSync) {
    this.#page = database.prepare(`
      SELECT e.urn, p.entity_id, p.timestamp, p.point_key, p.metadata, p.systemmetadata, p.createdon, p.createdby,
             p.sequence, NULL AS internal
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
      const { isCut, page } = this.#pageAfter(after, input);
      await size.turn();
      await scope.settle(page.map(({ point }) => point.urn));
      for (const one of page
        .filter(({ point }) => scope.seesEntity(point.urn))
        .slice(0, input.limit - found.length)) {
        size.addOrThrow(one.point.text, found.length);
        found.push(one);
      }
      isMore = isCut || page.length === input.limit;
      after = page.at(-1)?.at;
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
    const page: (ScannedPoint & { readonly at: PointPosition })[] = [];
    const key = [timestamp, entityId, pointKey, ...urns] as const;
    for (const row of this.#page.iterate(aspectName, from, to, ...key, limit)) {
      const at: PointPosition = [
        integer(row, 'timestamp'),
        integer(row, 'entity_id'),
        text(row, 'point_key'),
      ];
      const { aspect: point } = toAspectRow(urnOf(row), aspectName, row);
      size.add(point.text);
      if (size.isOver) return { page, isCut: true };
      page.push({ point, timestampMillis: at[0], position: JSON.stringify(at), at });
    }
    return { page, isCut: false };
  }
}
