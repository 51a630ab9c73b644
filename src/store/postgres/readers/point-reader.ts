import type { Scope } from '../../../model/scope.ts';
import type { PointReader, PointScan, ScannedPoint } from '../../point-scan.ts';
import { readPosition, type PointPosition } from '../../point-position.ts';
import { integer, text, toAspectRow, urnOf } from '../../rows/stored-rows.ts';
import type { Queryable } from '../connection.ts';
import { ReadSize } from '../../read-limit.ts';
import { MOST, isLeftOut, limitedPoint } from './limited-columns.ts';

const ORDER = 'ORDER BY p.timestamp DESC, p.entity_id DESC, p.point_key DESC';
const PAGE = `
  SELECT e.urn, ${limitedPoint(ORDER, 10)} FROM colophon_point p JOIN colophon_entity e ON e.id = p.entity_id
  WHERE p.aspect = $1 AND p.timestamp >= $2 AND p.timestamp <= $3
    AND (p.timestamp, p.entity_id, p.point_key) < ($4, $5, $6)
    AND e.urn >= $7 AND e.urn < $8
  ${ORDER} LIMIT $9`;

interface FoundPage {
  readonly page: readonly (ScannedPoint & { readonly at: PointPosition })[];
  /** Whether it ends early, because of the size of the points. */
  readonly isCut: boolean;
}

/** Reads points of one aspect across entities. */
export class PostgresPointReader implements PointReader {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async scan(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]> {
    const size = new ReadSize(input.most);
    const found: ScannedPoint[] = [];
    let after = input.after === undefined ? undefined : readPosition(input.after);
    for (let isMore = true; isMore && found.length < input.limit;) {
      const { isCut, page } = await this.#pageAfter(after, input);
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

  async #pageAfter(
    after: PointPosition | undefined,
    { aspectName, entityType, from = 0, limit, most = MOST, to = Number.MAX_SAFE_INTEGER }: PointScan,
  ): Promise<FoundPage> {
    const [timestamp, entityId, pointKey] = after ?? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''];
    // All urns of the type: `;` is the character after `:`.
    const urns = [`urn:li:${entityType}:`, `urn:li:${entityType};`] as const;
    const parameters = [aspectName, from, to, timestamp, entityId, pointKey, ...urns, limit, most];
    const rows = await this.#database.query(PAGE, parameters);
    const whole = rows.filter((row) => !isLeftOut(row));
    const page = whole.map((row) => {
      const at = [integer(row, 'timestamp'), integer(row, 'entity_id'), text(row, 'point_key')] as const;
      const { aspect: point } = toAspectRow(urnOf(row), aspectName, row);
      return { point, timestampMillis: at[0], position: JSON.stringify(at), at };
    });
    return { page, isCut: whole.length < rows.length };
  }
}
