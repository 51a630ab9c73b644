import * as v from 'valibot';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { objectOf } from '../shapes.ts';

/** Creates an ownership type. */
export const createOwnershipType = defineOperation({
  name: 'createOwnershipType',
  effect: 'write',
  summary: 'Creates an ownership type.',
  input: () => objectOf({ name: v.nullish(v.string()), description: v.nullish(v.string()) }),
  needs: platform('MANAGE_GLOBAL_OWNERSHIP_TYPES'),
  run: async ({ name, description }, work) => {
    const urn = formatUrn('ownershipType', work.settings.newId());
    const stamp = { ...stampNow(work) };
    const info = { name: name ?? '', ...given({ description }), created: stamp, lastModified: stamp };
    await work.ingest([
      creationOf(urn, 'ownershipTypeInfo', info),
      upsertOf(urn, 'status', { removed: false }),
    ]);
    return work.references.to(urn);
  },
});
