import { texts } from '../../util/json/json-members.ts';
import { requireEntities } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { writeIfUnchanged } from '../write-if-unchanged.ts';
import { objectOf } from '../shapes.ts';

/** Removes assets from one application. They stay in others. */
export const unsetApplication = defineOperation({
  name: 'unsetApplication',
  effect: 'write',
  summary: 'Removes assets from an application; they stay in others.',
  input: (types) =>
    objectOf({ applicationUrn: types.entityOf('application'), resourceUrns: list(types.entity()) }),
  needs: { on: ({ resourceUrns }) => resourceUrns, anyOf: ['EDIT_ENTITY'] },
  run: async ({ applicationUrn: application, resourceUrns: assets }, work) => {
    await requireEntities(assets, work);
    const missing = (urn: string) => `Failed to batch unset Application: ${urn} does not exist.`;
    await requireExisting([application], missing, work);
    const urns = assets.map(({ urn }) => urn);
    await writeIfUnchanged(
      urns,
      'applications',
      (before) => {
        const stored = texts(before?.value['applications']);
        const applications = stored.filter((urn) => urn !== application.urn);
        return applications.length === stored.length ? undefined : { ...before?.value, applications };
      },
      work,
    );
  },
});
