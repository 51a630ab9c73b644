import { CatalogError } from '../../errors.ts';
import { changedTags } from '../../model/access/tag-rights.ts';
import type { Validator } from '../rules.ts';

/**
 * Throws FORBIDDEN when the change adds or removes a tag that the writer's policies do not allow. Unchanged tags are
 * not checked.
 */
export const tagConstraints: Validator = {
  name: 'tagConstraints',
  aspects: undefined,
  check: ({ aspect, urn, before, after }, { tagRights }) => {
    if (tagRights === undefined) return [];
    const at = { urn, aspectName: aspect.name, isRemoval: after === undefined };
    const withheld = [...changedTags(aspect, before, after)].filter((tag) => !tagRights.mayChange(tag, at));
    if (withheld.length === 0) return [];
    throw new CatalogError(
      'FORBIDDEN',
      `Unauthorized to modify one or more tag Urns: [${withheld.slice(0, NAMED).join(', ')}] on ${urn}. ` +
        'Leave them as they are, or ask an administrator for a policy that covers them.',
    );
  },
};

/** Maximum tags that a refusal names. */
const NAMED = 20;
