import * as v from 'valibot';
import { patchOf, put, putGiven } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name and description of an ownership type. */
export const updateOwnershipType = defineOperation({
  name: 'updateOwnershipType',
  effect: 'write',
  summary: 'Changes the name and description of an ownership type.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('ownershipType'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
    }),
  needs: platform('MANAGE_GLOBAL_OWNERSHIP_TYPES'),
  run: async ({ urn: type, name, description }, work) => {
    await requireExisting([type], (missing) => `Ownership type ${missing} does not exist.`, work);
    const stamp = put(['lastModified'], { ...stampNow(work) });
    await work.ingest([patchOf(type.urn, 'ownershipTypeInfo', [...putGiven({ name, description }), stamp])]);
    return type;
  },
});
