import { CatalogError } from '../../errors.ts';
import type { RowWrite } from '../metadata-store.ts';

/** What the columns of DataHub's table hold, in characters. */
const LIMITS = { urn: 500, aspect: 200, actor: 255 } as const;

/** Refuses, with VALIDATION, writes that DataHub's table cannot hold. */
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
    `Invalid ${column}: ${value} has ${length} characters. On PostgreSQL ${limit} is the limit; use a shorter one.`,
  );
}
