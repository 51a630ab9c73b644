import { retryIfOutdated, versionOf } from '../../api/conditional-write.ts';
import { readEntity } from '../../api/read-entity.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { ChangedError } from './changed-error.ts';
import { areSameValues, assignmentsOf } from './assignments.ts';
import { unionOf } from './property-value.ts';
import type { Value } from './property-definition.ts';

/** Thrown if the values of a property on an entity have changed since they were shown. */
export class ValuesChangedError extends ChangedError<readonly Value[]> {}

const ASPECT = 'structuredProperties';

/** New values of one structured property. */
export interface ValuesChange {
  readonly propertyUrn: string;
  /** The values that the person saw. */
  readonly before: readonly Value[];
  /** No values remove the property. */
  readonly values: readonly Value[];
}

/** Sets the values of one structured property of an entity. See {@link saveChanges}. */
export async function saveValues({ urn, ...change }: ValuesChange & { readonly urn: string }): Promise<void> {
  await saveChanges(urn, [change]);
}

/**
 * Sets the values of structured properties of an entity in one write. Other properties are not changed. Throws
 * {@link ValuesChangedError} if one of the properties no longer has the values `before`, {@link ApiError} if the server
 * refuses; then nothing is written.
 */
export async function saveChanges(urn: string, changes: readonly ValuesChange[]): Promise<void> {
  const path = `/openapi/v3/entity/${entityTypeOf(urn)}/${encodeURIComponent(urn)}/${ASPECT}`;
  // Only a change of these properties is a conflict; others may change in between.
  await retryIfOutdated(async () => {
    const aspect = (await readEntity(urn, [ASPECT]))?.[ASPECT];
    const assigned = isObject(aspect) ? assignmentsOf(aspect['value']) : undefined;
    const operations = changes.flatMap(({ propertyUrn, before, values }) => {
      const current = assigned?.get(propertyUrn) ?? [];
      if (!areSameValues(current, before)) throw new ValuesChangedError('the values', current);
      return areSameValues(current, values) ? [] : [operationOf(propertyUrn, values)];
    });
    if (operations.length === 0) return;
    const patch = {
      patch: operations,
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
      forceGenericPatch: true,
    };
    const headers = { 'If-Version-Match': versionOf(aspect) };
    await request(path, { method: 'PATCH', body: { value: patch, headers } });
  });
}

function operationOf(propertyUrn: string, values: readonly Value[]): Readonly<Record<string, unknown>> {
  const path = `/properties/${propertyUrn.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (values.length === 0) return { op: 'remove', path };
  return { op: 'add', path, value: { propertyUrn, values: values.map(unionOf) } };
}
