import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { requireAssets } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Sets the domain of assets, or removes them from all domains. */
export const setDomain = defineOperation({
  name: 'setDomain',
  effect: 'write',
  summary: 'Sets the domain of assets; without one, removes them from all domains.',
  input: (types) =>
    objectOf({ domain: v.optional(types.entityOf('domain')), assets: v.array(types.asset()) }),
  needs: { on: ({ assets }) => assets.map(({ entity }) => entity), anyOf: ['EDIT_DOMAINS_PRIVILEGE'] },
  run: async ({ domain, assets }, work) => {
    await requireAssets(assets, work);
    const chosen = domain === undefined ? [] : [domain];
    await requireExisting(
      chosen,
      (urn) => `Failed to add resources to domain ${urn}. Domain does not exist. Create it first.`,
      work,
    );
    const domains = chosen.map(({ urn }) => urn);
    await work.ingest(assets.map(({ entity }) => upsertOf(entity.urn, 'domains', { domains })));
  },
});
