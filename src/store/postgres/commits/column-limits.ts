import { CatalogError } from '../../../errors.ts';
import type { RowWrite } from '../../metadata-store.ts';

/** Column widths of DataHub's table, in characters. */
const LIMITS = { urn: 500, aspect: 200, actor: 255 } as const;

/** Throws VALIDATION for writes that do not fit the columns of DataHub's table. */
export function refuseUnstorable(writes: readonly RowWrite[]): void {
  for (const write of writes) {
    if (write.kind === 'createEntity') check('urn', write.entity.urn);
    if (write.kind === 'putAspect') {
      check('aspect', write.row.aspect.aspectName);
      check('actor', write.row.aspect.created.actor);
    }
  }
}

function check(column: keyof typeof LIMITS, value: string): void {
  const limit = LIMITS[column];
  if (value.length <= limit) return;
  const length = Array.from(value).length;
  if (length <= limit) return;
  throw new CatalogError(
    'VALIDATION',
    `Invalid ${column}: ${value} has ${length} characters. The limit on PostgreSQL is ${limit}; use a shorter one.`,
  );
}
