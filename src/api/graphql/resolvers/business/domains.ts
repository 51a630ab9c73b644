import { createDomain } from '../../../../operations/domains/create-domain.ts';
import { deleteDomain } from '../../../../operations/domains/delete-domain.ts';
import { moveDomain } from '../../../../operations/domains/move-domain.ts';
import { setDomain } from '../../../../operations/domains/set-domain.ts';
import { liesIn } from '../../../../operations/search/find-entities.ts';
import { DONE, answeredBy, bind, ofArguments, ofInput } from '../fields/bind-operation.ts';
import { assetsOf } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';

/** Mutations of domains and of their assets. */
export const DOMAIN_MUTATIONS = {
  createDomain: ofInput(createDomain, { present: (urn) => urn }),
  moveDomain: ofInput(moveDomain, DONE),
  deleteDomain: ofArguments(deleteDomain, DONE),
  setDomain: bind(
    setDomain,
    ({ entityUrn, domainUrn }) => ({ domain: domainUrn, assets: [{ urn: entityUrn }] }),
    DONE,
  ),
  unsetDomain: bind(setDomain, ({ entityUrn }) => ({ assets: [{ urn: entityUrn }] }), DONE),
  batchSetDomain: bind(
    setDomain,
    ({ input: { domainUrn, resources } }) => ({
      domain: domainUrn ?? undefined,
      assets: assetsOf(resources),
    }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;

export const DOMAIN_QUERIES = {
  listDomains: answeredBy(listEntities, async (_root, { input }, context) => {
    const { query, start, count, parentDomain } = input;
    const parent = parentDomain && context.references.parseAs('domain', parentDomain).urn;
    // As in DataHub, a search text matches domains of all levels; without one, only one level is listed.
    const filter = query && !parent ? [] : [[liesIn('parentDomain', parent)]];
    const { entities, ...page } = await context.run(listEntities, {
      entityTypes: ['domain'],
      query,
      start,
      count,
      filter,
      sort: BY_NAME,
    });
    return { ...page, domains: entities };
  }),
} satisfies Partial<Resolvers['Query']>;

const BY_NAME = [{ field: 'name', order: 'ASCENDING' }] as const;
