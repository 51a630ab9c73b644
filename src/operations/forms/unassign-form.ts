import { patchOf, take } from '../../model/proposal-builders.ts';
import { requireEntities } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { FORMS, MANAGES_FORMS } from './form.ts';
import { objectOf } from '../shapes.ts';

/** Unassigns a form from entities, with its answers and verifications. Throws NOT_FOUND for a missing entity. */
export const unassignForm = defineOperation({
  name: 'unassignForm',
  effect: 'write',
  summary: 'Unassigns a form from entities, with its answers and verifications.',
  input: (types) => objectOf({ formUrn: types.entityOf('form'), entityUrns: list(types.entity()) }),
  needs: MANAGES_FORMS,
  run: async ({ formUrn: form, entityUrns: entities }, work) => {
    await requireEntities(entities, work);
    const urns = entities.map(({ urn }) => urn);
    const stored = await work.query.getEntities(urns, [FORMS], work.scope);
    const gone = ['incompleteForms', 'completedForms', 'verifications'].map((member) =>
      take([member, form.urn]),
    );
    const holders = urns.filter((urn) => stored.get(urn)?.has(FORMS) === true);
    await work.ingest(holders.map((urn) => patchOf(urn, FORMS, gone)));
  },
});
