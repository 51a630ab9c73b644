import * as v from 'valibot';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Creates an application, owned by the caller, in a domain if given; INVALID_REQUEST if it exists. */
export const createApplication = defineOperation({
  name: 'createApplication',
  effect: 'write',
  summary: 'Creates an application, by default owned by you, in a domain if given.',
  input: (types) =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      properties: objectOf({ name: v.string(), description: v.nullish(v.string()) }),
      domainUrn: types.optionalEntityOf('domain'),
      /** Whether the caller becomes its owner. */
      shouldAddCreatorAsOwner: v.nullish(v.boolean(), true),
    }),
  needs: platform('MANAGE_APPLICATIONS'),
  run: async ({ id, properties: { name, description }, domainUrn: domain, ...input }, work) => {
    const isOwned = input.shouldAddCreatorAsOwner;
    const domains = domain === undefined ? [] : [domain];
    const missing = (urn: string) => `The Domain provided does not exist: ${urn}. Create it first.`;
    await requireExisting(domains, missing, work);
    const urn = formatUrn('application', id ?? work.settings.newId());
    const proposals = [
      creationOf(urn, 'applicationProperties', { name, ...given({ description }) }),
      ...domains.map((one) => upsertOf(urn, 'domains', { domains: [one.urn] })),
    ];
    await createEntity(urn, 'Application', proposals, work, { isOwned });
    return work.references.to(urn);
  },
});
