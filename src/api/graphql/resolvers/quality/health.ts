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
  const outcomes = await Promise.all(checks.map((urn) => lastOutcome(urn, context)));
  const known = outcomes.filter((outcome) => outcome !== undefined);
  if (known.length === 0) return undefined;
  const failing = known.filter(({ result }) => result === 'FAILURE').map(({ urn }) => urn);
  const latestAssertionStatusByType = () => statusByType(known, context);
  if (failing.length === 0) {
    const message = 'All assertions are passing';
    return { type: 'ASSERTIONS', status: 'PASS', message, causes: [], latestAssertionStatusByType };
  }
  const message = `${failing.length} of ${known.length} assertions are failing`;
  return { type: 'ASSERTIONS', status: 'FAIL', message, causes: failing, latestAssertionStatusByType };
}

/** Latest complete run of an assertion. */
interface Outcome {
  readonly urn: EntityReference['urn'];
  readonly result: string;
  readonly time: number | undefined;
}

/** The outcomes by type of assertion, in the order of the types. */
async function statusByType(
  outcomes: readonly Outcome[],
  { loader }: GraphqlContext,
): Promise<readonly object[]> {
  const types = await Promise.all(
    outcomes.map(async ({ urn }) => text((await loader.aspect(urn, 'assertionInfo'))?.['type'])),
  );
  const names = [...new Set(types.filter((type) => type !== undefined))].toSorted();
  return names.map((type) => {
    const ofType = outcomes.filter((_outcome, i) => types[i] === type);
    const failing = ofType.filter(({ result }) => result === 'FAILURE');
    return {
      type,
      status: failing.length === 0 ? 'PASS' : 'FAIL',
      total: ofType.length,
      statusCount: failing.length === 0 ? ofType.length : failing.length,
      lastStatusResultAt: Math.max(...ofType.map(({ time }) => time ?? 0)),
    };
  });
}

async function lastOutcome(
  urn: EntityReference['urn'],
  context: GraphqlContext,
): Promise<Outcome | undefined> {
  const isOver = { field: 'status', operator: 'EQUAL', values: ['COMPLETE'], negated: false } as const;
  const asked = { urn, aspectName: 'assertionRunEvent', limit: 1, filter: [[isOver]] };
  const [latest] = await context.run(getPoints, asked);
  const result = text(object(latest?.value['result'])?.['type']);
  return result === undefined ? undefined : { urn, result, time: numeric(latest?.value['timestampMillis']) };
}
