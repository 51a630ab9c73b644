import { createApplication } from '../../../../operations/applications/create-application.ts';
import { deleteApplication } from '../../../../operations/applications/delete-application.ts';
import { setApplication } from '../../../../operations/applications/set-application.ts';
import { unsetApplication } from '../../../../operations/applications/unset-application.ts';
import { updateApplication } from '../../../../operations/applications/update-application.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { DONE, answeredBy, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { searchWithin } from './search-within.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { searchEntities } from '../../../../operations/search/search-entities.ts';

/** Maximum number of assets of an application that are searched. */
const MOST_ASSETS = 10_000;

/** Mutations of applications and of their assets. */
export const APPLICATION_MUTATIONS = {
  createApplication: ofInput(createApplication, { present: (application) => application }),
  updateApplication: ofUrnAndInput(updateApplication, { present: (application) => application }),
  batchUnsetApplication: ofInput(unsetApplication, DONE),
  deleteApplication: ofArguments(deleteApplication, DONE),
  batchSetApplication: ofInput(setApplication, DONE),
} satisfies Partial<Resolvers['Mutation']>;

/** Searches the assets of an application. */
export const APPLICATION_QUERIES = {
  listApplicationAssets: answeredBy(
    [listEntities, searchEntities],
    async (_root, { urn, input }, context) => {
      const filter = [[equalTo('applications', context.references.parseAs('application', urn).urn)]];
      const { entities } = await context.run(listEntities, { entityTypes: [], filter, count: MOST_ASSETS });
      return searchWithin(
        entities.map((entity) => entity.urn),
        input,
        context,
      );
    },
  ),
} satisfies Partial<Resolvers['Query']>;
