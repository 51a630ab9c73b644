import type { EntityReference } from '../../../../model/entity-reference.ts';
import { checkedUrn } from '../../../../model/assertion.ts';
import { ASSERTION_INFO } from '../../../../operations/assertions/checked-entity.ts';
import { deleteAssertion } from '../../../../operations/assertions/delete-assertion.ts';
import { reportAssertionResult } from '../../../../operations/assertions/report-assertion-result.ts';
import { upsertCustomAssertion } from '../../../../operations/assertions/upsert-custom-assertion.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { DONE, ofArguments, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { assertionInfo } from '../../presenters/assertions.ts';
import { ofType } from '../../presenters/associations.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect } from '../fields/aspect-field.ts';

interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly includeSoftDeleted?: boolean | null;
}

const DEFAULT_COUNT = 200;

/** Fields of `Assertion`. */
export const ASSERTION = {
  info: details(ASSERTION_INFO, {}, assertionInfo),
  dataset: fromAspect(ASSERTION_INFO, (value, references) =>
    ofType('dataset', references.find(checkedUrn(value))),
  ),
} satisfies Partial<Resolvers['Assertion']>;

/** Mutations of assertions. */
export const ASSERTION_MUTATIONS = {
  upsertCustomAssertion: ofUrnAndInput(upsertCustomAssertion, { present: (assertion) => assertion }),
  reportAssertionResult: ofArguments(reportAssertionResult, DONE),
  deleteAssertion: ofArguments(deleteAssertion, DONE),
} satisfies Partial<Resolvers['Mutation']>;

/** A page of the assertions on an asset; 200 by default. */
export async function assertionsOf(
  { urn }: EntityReference,
  args: PageArguments,
  context: GraphqlContext,
): Promise<object> {
  const start = notNegative('start', args.start ?? 0);
  const page = await context.run(getRelationships, {
    urn,
    types: ['Asserts'],
    direction: 'INCOMING',
    start,
    count: notNegative('count', args.count ?? DEFAULT_COUNT),
    includeSoftDelete: args.includeSoftDeleted ?? false,
  });
  const assertions = page.entities.flatMap(
    (related) => ofType('assertion', context.references.to(related.urn)) ?? [],
  );
  return { start, count: assertions.length, total: page.total, assertions };
}
