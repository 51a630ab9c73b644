import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

const ON_PROPERTIES = 'MANAGE_STRUCTURED_PROPERTIES';
const ON_OTHERS = 'DELETE_ENTITY';

/** Soft-deletes or restores entities, all or none. */
export const updateSoftDeleted = defineOperation({
  name: 'updateSoftDeleted',
  effect: 'delete',
  summary: 'Soft-deletes or restores entities, all or none.',
  input: (types) => objectOf({ urns: list(types.entity()), deleted: v.boolean() }),
  needs: {
    anyOf: [ON_OTHERS, ON_PROPERTIES],
    clauses: ({ urns: entities }) =>
      entities.map((entity) =>
        isProperty(entity) ? [{ privilege: ON_PROPERTIES }] : [{ privilege: ON_OTHERS, urn: entity.urn }],
      ),
  },
  denial: ([refused], { urns: entities }) => {
    const urn = refused?.urn ?? entities.find(isProperty)?.urn ?? '';
    return `Unauthorized to delete the entity ${urn}. Please contact your DataHub administrator.`;
  },
  run: async ({ urns: entities, deleted }, work) => {
    const missing = (urn: string) => `Entity ${urn} does not exist. Check the urn; nothing was changed.`;
    await requireExisting(entities, missing, work);
    await work.ingest(entities.map(({ urn }) => patchOf(urn, 'status', [put(['removed'], deleted)])));
  },
});

function isProperty({ entityType }: EntityReference): boolean {
  return entityType === STRUCTURED_PROPERTY.entityType;
}
