import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, putOrTake } from '../../model/proposal-builders.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { readAs, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Entity types that can have an embed URL. */
const EMBEDDED = ['dataset', 'dashboard', 'chart'];

/** Sets the URL at which a dataset, dashboard or chart can be embedded; removes it without one. */
export const updateEmbed = defineOperation({
  name: 'updateEmbed',
  effect: 'write',
  summary: 'Sets or removes the URL at which a dataset, dashboard or chart can be embedded.',
  input: (types) =>
    objectOf({
      urn: v.pipe(types.entity(), readAs(embedded)),
      renderUrl: v.nullish(v.string()),
    }),
  needs: { on: ({ urn }) => urn, anyOf: ['EDIT_ENTITY_EMBED'] },
  run: async ({ urn: entity, renderUrl }, work) => {
    await requireEntities([entity], work);
    const operation = putOrTake(['renderUrl'], renderUrl || undefined);
    await work.ingest([patchOf(entity.urn, 'embed', [operation])]);
  },
});

function embedded(entity: EntityReference): EntityReference {
  if (EMBEDDED.includes(entity.entityType)) return entity;
  throw invalidRequest(
    `Failed to update embed for entity with urn ${entity.urn}. Only ${EMBEDDED.join(', ')} can be embedded.`,
    undefined,
    because('ENTITY_TYPE_UNFIT', { entityType: entity.entityType }),
  );
}
