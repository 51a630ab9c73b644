import type { EntityReference } from '../../../../model/entity-reference.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { INCIDENT_INFO, PRIORITIES } from '../../../../operations/incidents/incident.ts';
import { raiseIncident } from '../../../../operations/incidents/raise-incident.ts';
import { replaceIncident } from '../../../../operations/incidents/replace-incident.ts';
import { updateIncident } from '../../../../operations/incidents/update-incident.ts';
import { updateIncidentStatus } from '../../../../operations/incidents/update-incident-status.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { numeric, object, objects } from '../../../../util/json/json-members.ts';
import { DONE, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { auditStampOrNever } from '../../presenters/stamps.ts';
import type { IncidentPriority, Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';

interface IncidentsArguments {
  readonly state?: string | null;
  readonly stage?: string | null;
  readonly priority?: IncidentPriority | null;
  readonly assigneeUrns?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
}

const status = fromAspect(INCIDENT_INFO, (value) => {
  const stored = object(value['status']);
  return stored && { ...stored, lastUpdated: auditStampOrNever(stored['lastUpdated']) };
});

/** Fields of `Incident`. */
export const INCIDENT = {
  incidentStatus: status,
  status,
  priority: fromAspect(INCIDENT_INFO, (value) => PRIORITIES[numeric(value['priority']) ?? -1]),
  assignees: fromAspect(INCIDENT_INFO, (value, references) =>
    objects(value['assignees'])
      .flatMap(({ actor }) => references.find(actor) ?? [])
      .filter(({ entityType }) => entityType === 'corpuser' || entityType === 'corpGroup'),
  ),
  source: fromAspect(INCIDENT_INFO, (value, references) => {
    const source = object(value['source']);
    return source && { type: source['type'], source: references.find(source['sourceUrn']) };
  }),
} satisfies Partial<Resolvers['Incident']>;

export const INCIDENT_MUTATIONS = {
  raiseIncident: ofInput(raiseIncident, { present: (urn) => urn }),
  updateIncident: ofUrnAndInput(updateIncident, DONE),
  upsertIncident: ofUrnAndInput(replaceIncident, DONE),
  updateIncidentStatus: ofUrnAndInput(updateIncidentStatus, DONE),
} satisfies Partial<Resolvers['Mutation']>;

/** Default page size of an asset's incidents. */
const DEFAULT_COUNT = 20;

/** One page of an asset's incidents, newest first. As in DataHub, `count` is the requested page size. */
export async function incidentsOf(
  { urn }: EntityReference,
  { state, stage, priority, assigneeUrns, start, count }: IncidentsArguments,
  context: GraphqlContext,
): Promise<object> {
  const conditions = [
    equalTo('entities', urn),
    ...(state ? [equalTo('state', state)] : []),
    ...(stage ? [equalTo('stage', stage)] : []),
    ...(priority ? [equalTo('priority', String(PRIORITIES.indexOf(priority)))] : []),
    ...(assigneeUrns && assigneeUrns.length > 0 ? [equalTo('assignees', ...assigneeUrns)] : []),
  ];
  const sort = [{ field: 'created', order: 'DESCENDING' }] as const;
  const pageSize = count ?? DEFAULT_COUNT;
  const listing = { entityTypes: ['incident'], filter: [conditions], sort, start, count: pageSize };
  const { entities, ...page } = await context.run(listEntities, listing);
  return { ...page, count: pageSize, incidents: entities };
}
