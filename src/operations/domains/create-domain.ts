import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createOwned } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireFreeName } from '../sibling-names.ts';
import { stampNow } from '../stamp-now.ts';
import { DOMAIN_INFO, requireParent } from './domain.ts';

/** Creates a domain, owned by the caller; CONFLICT if it exists or a sibling has its name. Returns its urn. */
export const createDomain = defineOperation({
  name: 'createDomain',
  effect: 'write',
  summary: 'Creates a domain that you own.',
  input: (types) =>
    v.object({
      id: v.nullish(CHOSEN_ID),
      name: v.string(),
      description: v.nullish(v.string()),
      parentDomain: types.optionalEntityOf('domain'),
    }),
  needs: platform('CREATE_DOMAINS', 'MANAGE_DOMAINS'),
  run: async ({ id, name, description, parentDomain: parent }, work) => {
    const urn = formatUrn('domain', id ?? work.settings.newId());
    if (parent !== undefined) await requireParent(parent, work);
    await requireFreeName({ urn, entityType: 'domain' }, name, parent?.urn, work);
    const info = {
      name,
      ...given({ description, parentDomain: parent?.urn }),
      created: { ...stampNow(work) },
    };
    await createOwned(urn, 'Domain', [creationOf(urn, DOMAIN_INFO, info)], work, 'CONFLICT');
    return urn;
  },
});
