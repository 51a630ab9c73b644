import { CatalogError } from '../../errors.ts';
import { patchOf, putOrTake } from '../../model/proposal-builders.ts';
import { text } from '../../util/json/json-members.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireFreeName } from '../sibling-names.ts';
import { readAspect } from '../stored.ts';
import { DOMAIN_INFO, requireParent } from './domain.ts';
import { objectOf } from '../shapes.ts';

/** Moves a domain below another, or to the top. */
export const moveDomain = defineOperation({
  name: 'moveDomain',
  effect: 'write',
  summary: 'Moves a domain below another one, or to the top level.',
  input: (types) =>
    objectOf({ resourceUrn: types.entityOf('domain'), parentDomain: types.optionalEntityOf('domain') }),
  needs: platform('MANAGE_DOMAINS'),
  run: async ({ resourceUrn: domain, parentDomain: parent }, work) => {
    const stored = await readAspect(domain.urn, DOMAIN_INFO, work);
    if (stored === undefined) throw new CatalogError('NOT_FOUND', `Domain ${domain.urn} does not exist.`);
    if (parent !== undefined) await requireParent(parent, work);
    await requireFreeName(domain, text(stored['name']) ?? '', parent?.urn, work);
    const moved = putOrTake(['parentDomain'], parent?.urn);
    await work.ingest([patchOf(domain.urn, DOMAIN_INFO, [moved])]);
  },
});
