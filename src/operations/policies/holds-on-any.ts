import type { EntityPredicate } from '../../model/entity-predicate.ts';
import { TOKEN } from '../needs.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import { findEntities } from '../search/find-entities.ts';
import { requireEntityPrivilege } from './privileges-of.ts';

/** Whether the caller holds one of these privileges on at least one entity that its searches find. */
export const holdsOnAny = defineOperation({
  name: 'holdsOnAny',
  effect: 'read',
  summary: 'Checks whether you hold one of the privileges on any entity that your searches find.',
  isLong: true,
  input: () =>
    objectOf({ privileges: described('Names of privileges on entities; one is enough.', list(TEXT)) }),
  limits: ({ privileges }) => privileges.forEach(requireEntityPrivilege),
  needs: TOKEN,
  run: async ({ privileges }, { anyScope, query, rights }) => {
    const held = rights.whereHeld(privileges);
    if (held.length === 0) return false;
    const scope = {
      ...anyScope,
      entityFilter: bothOf(anyScope.entityFilter, held),
      queriedTables: [],
      rules: undefined,
    };
    const { total } = await findEntities({ entityTypes: [], count: 0 }, { query, scope });
    return total > 0;
  },
});

function bothOf(one: EntityPredicate = [[]], other: EntityPredicate): EntityPredicate {
  return one.flatMap((conditions) => other.map((more) => [...conditions, ...more]));
}
