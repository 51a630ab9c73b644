import type { EntityReference } from '../entity-reference.ts';
import { equalTo, findEntities } from '../find-entities.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** Most open incidents that are named as causes. */
const MOST_CAUSES = 50;

/** What is known of the state of an asset: whether problems have been raised on it that nobody has solved. */
export async function health(
  { urn }: EntityReference,
  _args: unknown,
  context: GraphqlContext,
): Promise<readonly object[]> {
  const filter = [[equalTo('entities', urn), equalTo('state', 'ACTIVE')]];
  const { total, entities } = await findEntities(
    { entityTypes: ['incident'], filter, count: MOST_CAUSES },
    context,
  );
  if (total === 0) return [{ type: 'INCIDENTS', status: 'PASS', causes: [] }];
  const message = `${total} active incident${total > 1 ? 's' : ''}`;
  return [{ type: 'INCIDENTS', status: 'FAIL', message, causes: entities.map((incident) => incident.urn) }];
}
