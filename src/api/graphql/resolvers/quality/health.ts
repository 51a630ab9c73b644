import { numeric, object, text } from '../../../../util/json/json-members.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { INCIDENT_INFO } from '../../../../operations/incidents/incident.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { getPoints } from '../../../../operations/timeseries/get-points.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';

/** Maximum number of active incidents returned as causes. */
const MOST_CAUSES = 50;

/** Maximum number of assertions evaluated. */
const MOST_CHECKS = 500;

/** Health of an asset: active incidents and, for datasets, assertions whose latest complete run failed. */
export async function health(
  entity: EntityReference,
  _args: unknown,
  context: GraphqlContext,
): Promise<readonly object[]> {
  const [checks, incidents] = await Promise.all([
    entity.entityType === 'dataset' ? checksOn(entity, context) : undefined,
    incidentsOn(entity, context),
  ]);
  return checks === undefined ? [incidents] : [checks, incidents];
}

async function incidentsOn({ urn }: EntityReference, context: GraphqlContext): Promise<object> {
  const filter = [[equalTo('entities', urn), equalTo('state', 'ACTIVE')]];
  const { total, entities } = await context.run(listEntities, {
    entityTypes: ['incident'],
    filter,
    sort: [{ field: 'lastUpdated', order: 'DESCENDING' }],
    count: MOST_CAUSES,
  });
  const [latest] = entities;
  if (latest === undefined) return { type: 'INCIDENTS', status: 'PASS', causes: [] };
  const info = await context.loader.aspect(latest.urn, INCIDENT_INFO);
  const reportedAt = numeric(object(object(info?.['status'])?.['lastUpdated'])?.['time']);
  return {
    type: 'INCIDENTS',
    status: 'FAIL',
    message: `${total} active incident${total > 1 ? 's' : ''}`,
    causes: entities.map((incident) => incident.urn),
    reportedAt,
    activeIncidentHealthDetails: {
      latestIncidentUrn: latest.urn,
      latestIncidentTitle: info?.['title'],
      lastActivityAt: reportedAt,
      count: total,
    },
  };
}

/** Health by assertions; undefined if no assertion has a complete run. */
async function checksOn(entity: EntityReference, context: GraphqlContext): Promise<object | undefined> {
  const { entities } = await context.run(getRelationships, {
    urn: entity.urn,
    types: ['Asserts'],
    direction: 'INCOMING',
    start: 0,
    count: MOST_CHECKS,
    includeSoftDelete: false,
  });
  const checks = [...new Set(entities.map(({ urn }) => urn))];
  const outcomes = await Promise.all(
    checks.map(async (urn) => ({ urn, type: await lastOutcome(urn, context) })),
  );
  const known = outcomes.filter(({ type }) => type !== undefined);
  if (known.length === 0) return undefined;
  const failing = known.filter(({ type }) => type === 'FAILURE').map(({ urn }) => urn);
  if (failing.length === 0) {
    return { type: 'ASSERTIONS', status: 'PASS', message: 'All assertions are passing', causes: [] };
  }
  const message = `${failing.length} of ${known.length} assertions are failing`;
  return { type: 'ASSERTIONS', status: 'FAIL', message, causes: failing };
}

async function lastOutcome(
  urn: EntityReference['urn'],
  context: GraphqlContext,
): Promise<string | undefined> {
  const isOver = { field: 'status', operator: 'EQUAL', values: ['COMPLETE'], negated: false } as const;
  const input = { from: undefined, to: undefined, limit: 1, filter: [[isOver]] };
  const [latest] = await context.run(getPoints, { key: { urn, aspectName: 'assertionRunEvent' }, input });
  return text(object(latest?.value['result'])?.['type']);
}
