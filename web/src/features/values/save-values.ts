import { ApiError } from '../../api/api-error.ts';
import { readEntity } from '../../api/read-entity.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { areSameValues, assignmentsOf, unionOf } from './assignments.ts';
import type { Value } from './property-definition.ts';

/** The values of a property on an entity have changed since they were shown. */
export class ValuesChangedError extends Error {
  /** The values that it has now. */
  readonly current: readonly Value[];

  constructor(current: readonly Value[]) {
    super('The values have been changed by someone else.');
    this.name = 'ValuesChangedError';
    this.current = current;
  }
}

const ASPECT = 'structuredProperties';

/** Times that a write is tried while others change other properties of the entity. */
const TRIES = 5;

/** Version of an aspect that does not exist, for `If-Version-Match`. */
const NO_VERSION = '-1';

/**
 * Sets the values of one structured property of an entity, and leaves all others as they are; no values remove it. Throws
 * {@link ValuesChangedError} unless the property still has the values `before`, {@link ApiError} if the server refuses.
 */
export async function saveValues({
  urn,
  propertyUrn,
  before,
  values,
}: {
  readonly urn: string;
  readonly propertyUrn: string;
  /** The values that the person saw. */
  readonly before: readonly Value[];
  readonly values: readonly Value[];
}): Promise<void> {
  const path = `/openapi/v3/entity/${entityTypeOf(urn)}/${encodeURIComponent(urn)}/${ASPECT}`;
  const place = `/properties/${propertyUrn.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const operation =
    values.length === 0
      ? { op: 'remove', path: place }
      : { op: 'add', path: place, value: { propertyUrn, values: values.map(unionOf) } };
  for (let tries = 1; ; tries++) {
    const { version, assigned } = await read(urn);
    const current = assigned.get(propertyUrn) ?? [];
    if (!areSameValues(current, before)) throw new ValuesChangedError(current);
    if (areSameValues(current, values)) return;
    const patch = {
      patch: [operation],
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
      forceGenericPatch: true,
    };
    try {
      await request(path, {
        method: 'PATCH',
        body: { value: patch, headers: { 'If-Version-Match': version } },
      });
      return;
    } catch (error) {
      // Another property may have been changed in between: only a change of this one is a conflict.
      if (!(error instanceof ApiError && error.status === 412) || tries === TRIES) throw error;
    }
  }
}

async function read(
  urn: string,
): Promise<{ readonly version: string; readonly assigned: ReadonlyMap<string, readonly Value[]> }> {
  const aspect = (await readEntity(urn, [ASPECT]))?.[ASPECT];
  if (!isObject(aspect)) return { version: NO_VERSION, assigned: new Map() };
  const { value, systemMetadata } = aspect;
  const version = isObject(systemMetadata) ? systemMetadata['version'] : undefined;
  return { version: typeof version === 'string' ? version : '1', assigned: assignmentsOf(value) };
}
