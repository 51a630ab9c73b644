import { retryIfOutdated, versionOf } from '../../api/conditional-write.ts';
import { readEntity } from '../../api/read-entity.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { areSameValues, assignmentsOf, unionOf } from './assignments.ts';
import type { Value } from './property-definition.ts';

/** Thrown if the values of a property on an entity have changed since they were shown. */
export class ValuesChangedError extends Error {
  /** The current values. */
  readonly current: readonly Value[];

  constructor(current: readonly Value[]) {
    super('Someone else changed the values.');
    this.name = 'ValuesChangedError';
    this.current = current;
  }
}

const ASPECT = 'structuredProperties';

/**
 * Sets the values of one structured property of an entity; no values remove it. Other properties are not changed. Throws
 * {@link ValuesChangedError} if the property no longer has the values `before`, {@link ApiError} if the server refuses.
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
  const patch = {
    patch: [operation],
    arrayPrimaryKeys: { properties: ['propertyUrn'] },
    forceGenericPatch: true,
  };
  // Only a change of this property is a conflict; others may change in between.
  await retryIfOutdated(async () => {
    const aspect = (await readEntity(urn, [ASPECT]))?.[ASPECT];
    const current = (isObject(aspect) && assignmentsOf(aspect['value']).get(propertyUrn)) || [];
    if (!areSameValues(current, before)) throw new ValuesChangedError(current);
    if (areSameValues(current, values)) return;
    const headers = { 'If-Version-Match': versionOf(aspect) };
    await request(path, { method: 'PATCH', body: { value: patch, headers } });
  });
}
