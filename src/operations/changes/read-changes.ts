import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { EVERY_CHANGE, type ChangeFilter, type ChangePage } from '../../query/changes/change-query.ts';
import { NUMBER, TEXT, URN, batchOf, described, objectOf } from '../shapes.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { because } from '../../refusals.ts';

export { EVERY_CHANGE };
export type { ChangeFilter, ChangePage };

/** Default number of events in a page. */
export const DEFAULT_CHANGES = 100;
/** Maximum events in a page; a commit is never split. */
export const MOST_CHANGES = 5_000;
/** Maximum values of one filter. */
const MOST_VALUES = 100;

/** Members of a request that select changes; omitted ones select all. */
export const CHANGE_FILTER = {
  entityTypes: v.nullish(described('Names of entity types; default: all.', batchOf('entityTypes', TEXT)), []),
  aspects: v.nullish(described('Names of aspects; default: all.', batchOf('aspects', TEXT)), []),
  urns: v.nullish(described('Urns of entities; default: all.', batchOf('urns', URN)), []),
  properties: v.nullish(
    described('Urns of structured properties whose values change; default: all.', batchOf('properties', URN)),
    [],
  ),
  runIds: v.nullish(described('Ids of ingestion runs; default: all.', batchOf('runIds', TEXT)), []),
};

/**
 * A page of the change feed: changes of commits, oldest first, with the values before and after, within what the
 * caller may see now. Needs no privilege: callers who may see values may see their changes. Throws FORBIDDEN if the
 * caller may see nothing, INVALID_REQUEST for a malformed position, limit or filter, and GONE (GoneError) for a
 * position that is no longer kept.
 */
export const readChanges = defineProtected({
  name: 'readChanges',
  effect: 'read',
  summary: 'Reads the change feed: changes of commits, oldest first, with the values before and after.',
  needs: READ,
  isLong: true,
  input: () =>
    objectOf({
      since: v.nullish(
        described('Start of the page: a cursor, `now`, `oldest` or an RFC 3339 time; default: `now`.', TEXT),
        'now',
      ),
      limit: v.nullish(
        described(
          `Maximum number of changes, from 1 to ${MOST_CHANGES}; default: ${DEFAULT_CHANGES}.`,
          NUMBER,
        ),
        DEFAULT_CHANGES,
      ),
      ...CHANGE_FILTER,
    }),
  limits: ({ limit, since: _since, ...filter }, { registry }) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CHANGES) {
      throw invalidRequest(
        `Parameter limit must be a whole number from 1 to ${MOST_CHANGES}, but it is ${limit}.`,
        'limit',
        because('INPUT_RANGE', { name: 'limit', value: String(limit), least: 1, most: MOST_CHANGES }),
      );
    }
    checkFilter(filter, registry);
  },
  run: ({ limit, since, ...filter }, { scope, services }): Promise<ChangePage> =>
    services.changes.read({ since, limit, filter }, scope),
});

/** Throws INVALID_REQUEST for too many values, and for names that are not in the registry. */
export function checkFilter(filter: Partial<ChangeFilter>, registry: EntityRegistry): void {
  for (const [name, values] of Object.entries(filter)) {
    if (values.length <= MOST_VALUES) continue;
    throw invalidRequest(
      `The filter ${name} has ${values.length} values. Give at most ${MOST_VALUES}.`,
      name,
      because('LIST_TOO_LONG', { size: values.length, most: MOST_VALUES }),
    );
  }
  const unknownType = filter.entityTypes?.find((name) => registry.findEntity(name) === undefined);
  if (unknownType !== undefined) throw unknown('entityType', unknownType, 'an entity type');
  const specs = [...registry.entities.values()];
  const unknownAspect = filter.aspects?.find((name) => !specs.some(({ aspects }) => aspects.has(name)));
  if (unknownAspect !== undefined) throw unknown('aspect', unknownAspect, 'an aspect');
}

function unknown(parameter: string, value: string, what: string): Error {
  return invalidRequest(
    `Parameter ${parameter} must name ${what} of the metadata model, but it is '${value}'.`,
    parameter,
    because('INPUT_FORMAT', { name: parameter, value }),
  );
}
