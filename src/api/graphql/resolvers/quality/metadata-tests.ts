import { createTest } from '../../../../operations/metadata-tests/create-test.ts';
import { deleteTest } from '../../../../operations/metadata-tests/delete-test.ts';
import { listTests } from '../../../../operations/metadata-tests/list-tests.ts';
import { TEST_INFO } from '../../../../operations/metadata-tests/metadata-test.ts';
import { updateTest } from '../../../../operations/metadata-tests/update-test.ts';
import { validateTest } from '../../../../operations/metadata-tests/validate-test.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { object } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { after, showing, stored } from '../fields/aspect-field.ts';
import { DONE, answeredBy, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import { presentRefusalData } from '../../presenters/refusal.ts';

const TEST_RESULTS = 'testResults';

/** Fields of `Test`. */
export const TEST = {
  definition: showing(TEST_INFO, (test, _args, { loader }) =>
    after(loader.aspect(test.urn, TEST_INFO), (value) => ({
      json: stored(object(value?.['definition'])?.['json']),
    })),
  ),
  results: async (test, _args, context) => ({
    passingCount: await countWith('passingTests', test, context),
    failingCount: await countWith('failingTests', test, context),
  }),
} satisfies Partial<Resolvers['Test']>;

/** Number of assets whose results name the test in a search field. */
async function countWith(field: string, { urn }: EntityReference, context: GraphqlContext): Promise<number> {
  const entityTypes = [...context.settings.registry.entities.values()]
    .filter(({ aspects }) => aspects.has(TEST_RESULTS))
    .map(({ name }) => name);
  const filter = [[equalTo(field, urn)]];
  return (await context.run(listEntities, { entityTypes, filter, count: 0 })).total;
}

export const TEST_QUERIES = {
  listTests: answeredBy(listTests, async (_root, { input: { query, start, count } }, context) => {
    const { entities, ...page } = await context.run(listTests, { query, start, count });
    return { ...page, tests: entities };
  }),
  validateTest: answeredBy(validateTest, async (_root, { input }, context) => {
    const found = await context.run(validateTest, input);
    const problems = found.map(({ data, ...problem }) => ({ ...problem, data: presentRefusalData(data) }));
    return { isValid: found.length === 0, messages: found.map(({ message }) => message), problems };
  }),
} satisfies Partial<Resolvers['Query']>;

export const TEST_MUTATIONS = {
  createTest: ofInput(createTest, { present: (urn) => urn }),
  updateTest: ofUrnAndInput(updateTest, { present: (urn) => urn }),
  deleteTest: ofArguments(deleteTest, DONE),
} satisfies Partial<Resolvers['Mutation']>;
