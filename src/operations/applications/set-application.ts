import { upsertOf } from '../../model/proposal-builders.ts';
import { requireEntities } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Sets the application of assets, or removes them from all applications. */
export const setApplication = defineOperation({
  name: 'setApplication',
  effect: 'write',
  summary: 'Sets the application of assets; without one, removes them from all applications.',
  input: (types) =>
    objectOf({ applicationUrn: types.optionalEntityOf('application'), resourceUrns: list(types.entity()) }),
  needs: { on: ({ resourceUrns }) => resourceUrns, anyOf: ['EDIT_ENTITY'] },
  run: async ({ applicationUrn: application, resourceUrns: assets }, work) => {
    await requireEntities(assets, work);
    const chosen = application === undefined ? [] : [application];
    const missing = (urn: string) =>
      `Failed to batch set Application: ${urn} does not exist. Create it first.`;
    await requireExisting(chosen, missing, work);
    const applications = chosen.map(({ urn }) => urn);
    await work.ingest(assets.map(({ urn }) => upsertOf(urn, 'applications', { applications })));
  },
});
