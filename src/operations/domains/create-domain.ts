import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { list } from '../input-types.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { ownerInput, ownersUpdate, requireOwners } from '../owners/stored-owners.ts';
import { requireFreeName } from '../sibling-names.ts';
import { stampNow } from '../stamp-now.ts';
import { DOMAIN_INFO, requireParent } from './domain.ts';
import { objectOf } from '../shapes.ts';

/** Creates a domain, owned by the caller unless owners are given; CONFLICT if it exists or a sibling has its name. Returns its urn. */
export const createDomain = defineOperation({
  name: 'createDomain',
  effect: 'write',
  summary: 'Creates a domain that you own, unless owners are given.',
  input: (types) =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      name: v.string(),
      description: v.nullish(v.string()),
      parentDomain: types.optionalEntityOf('domain'),
      /** Default: the caller. */
      owners: v.nullish(list(ownerInput(types))),
    }),
  needs: platform('CREATE_DOMAINS', 'MANAGE_DOMAINS'),
  run: async ({ id, name, description, owners, parentDomain: parent }, work) => {
    const urn = formatUrn('domain', id ?? work.settings.newId());
    if (parent !== undefined) await requireParent(parent, work);
    await requireFreeName({ urn, entityType: 'domain' }, name, parent?.urn, work);
    const info = {
      name,
      ...given({ description, parentDomain: parent?.urn }),
      created: { ...stampNow(work) },
    };
    const creation = creationOf(urn, DOMAIN_INFO, info);
    if (owners) await requireOwners(owners, work);
    const proposals = owners ? [creation, ownersUpdate(urn, owners, work)] : [creation];
    await createEntity(urn, 'Domain', proposals, work, { code: 'CONFLICT', isOwned: !owners });
    return urn;
  },
});
