import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { countIn } from '../search/find-entities.ts';
import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a domain without children and, in the background, references to it. */
export const deleteDomain = defineOperation({
  name: 'deleteDomain',
  effect: 'delete',
  summary: 'Deletes a domain without children; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('domain') }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_DOMAINS', 'DELETE_ENTITY'] },
  run: async ({ urn: domain }, work) => {
    if ((await countIn('domain', 'parentDomain', domain, work)) > 0) {
      throw invalidRequest(
        `Cannot delete domain ${domain.urn} which has child domains. Move or delete them first.`,
        undefined,
        because('HAS_CHILDREN'),
      );
    }
    await deleteEverywhere(domain, work);
  },
});
