import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { readAspect } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { numeric, object, objects, texts } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import { auditStamp, auditStampOrNever } from '../presenters/stamps.ts';
import type { IncidentPriority, Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember } from './aspect-field.ts';

interface StatusInput {
  readonly state: string;
  readonly stage?: string | null;
  readonly message?: string | null;
}
interface RaiseInput {
  readonly type: string;
  readonly customType?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly resourceUrn?: string | null;
  readonly resourceUrns?: readonly string[] | null;
  readonly startedAt?: number | null;
  readonly source?: { readonly type: string } | null;
  readonly status?: StatusInput | null;
  readonly priority?: IncidentPriority | null;
  readonly assigneeUrns?: readonly string[] | null;
}
interface IncidentsArguments {
  readonly state?: string | null;
  readonly stage?: string | null;
  readonly priority?: IncidentPriority | null;
  readonly assigneeUrns?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
}

const INFO = 'incidentInfo';
const PRIVILEGE = 'EDIT_ENTITY_INCIDENTS';
/** Priorities by stored number: 0 is CRITICAL. */
const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

const status = fromAspect(INFO, (value) => {
  const stored = object(value['status']);
  return stored && { ...stored, lastUpdated: auditStampOrNever(stored['lastUpdated']) };
});

/** Fields of `Incident`. */
export const INCIDENT = {
  title: fromMember(INFO, 'title'),
  description: fromMember(INFO, 'description'),
  incidentType: fromMember(INFO, 'type'),
  customType: fromMember(INFO, 'customType'),
  incidentStatus: status,
  status,
  priority: fromAspect(INFO, (value) => PRIORITIES[numeric(value['priority']) ?? -1]),
  assignees: fromAspect(INFO, (value, _entity, { references }) =>
    objects(value['assignees'])
      .flatMap(({ actor }) => references.find(actor) ?? [])
      .filter(({ entityType }) => entityType === 'corpuser' || entityType === 'corpGroup'),
  ),
  entity: fromAspect(INFO, (value, _entity, { references }) => references.find(texts(value['entities'])[0])),
  source: fromAspect(INFO, (value, _entity, { references }) => {
    const source = object(value['source']);
    return source && { type: source['type'], source: references.find(source['sourceUrn']) };
  }),
  startedAt: fromMember(INFO, 'startedAt'),
  created: fromAspect(INFO, (value) => auditStamp(value['created'])),
} satisfies Partial<Resolvers['Incident']>;

export const INCIDENT_MUTATIONS = {
  raiseIncident: (_root, { input }, context) => updating(input, () => raise(input, context)),
  updateIncident: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const incident = await permittedIncident(urn, context);
      const entities = input.resourceUrns ? await permittedAssets(input.resourceUrns, context) : undefined;
      const { title, description, startedAt, priority, assigneeUrns } = input;
      const operations = putGiven({
        title,
        description,
        startedAt,
        entities,
        priority: priority ? PRIORITIES.indexOf(priority) : undefined,
        assignees: assigneeUrns ? assigneesOf(assigneeUrns, context) : undefined,
        status: input.status ? statusOf(input.status, context) : undefined,
      });
      if (operations.length > 0) await context.ingest([patchOf(incident, INFO, operations)]);
      return true;
    }),
  updateIncidentStatus: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const incident = await permittedIncident(urn, context);
      await context.ingest([patchOf(incident, INFO, [put(['status'], statusOf(input, context))])]);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** One page of an asset's incidents, newest first. */
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
  const { entities, ...page } = await findEntities(
    { entityTypes: ['incident'], filter: [conditions], sort, start, count },
    context,
  );
  return { ...page, incidents: entities };
}

async function raise(input: RaiseInput, context: GraphqlContext): Promise<Urn> {
  const named = [...(input.resourceUrns ?? []), ...(input.resourceUrn ? [input.resourceUrn] : [])];
  if (named.length === 0) {
    throw invalidRequest("At least 1 resource urn must be defined to raise an incident. Set 'resourceUrns'.");
  }
  if (input.type === 'CUSTOM' && !input.customType) {
    throw invalidRequest("An incident of type CUSTOM needs 'customType': the kind of incident.");
  }
  const entities = await permittedAssets(named, context);
  const urn = formatUrn('incident', context.settings.newId());
  const { type, customType, title, description, startedAt, priority, assigneeUrns } = input;
  const info = {
    type,
    entities,
    ...given({ customType, title, description, startedAt }),
    ...given({ priority: priority ? PRIORITIES.indexOf(priority) : undefined }),
    ...given({ assignees: assigneeUrns ? assigneesOf(assigneeUrns, context) : undefined }),
    source: { type: input.source?.type ?? 'MANUAL' },
    status: statusOf(input.status ?? { state: 'ACTIVE' }, context),
    created: { ...stampNow(context) },
  };
  await context.ingest([creationOf(urn, INFO, info)]);
  return urn;
}

/** Parses assets; throws FORBIDDEN without EDIT_ENTITY_INCIDENTS on every one, NOT_FOUND for a missing one. */
async function permittedAssets(urns: readonly string[], context: GraphqlContext): Promise<readonly Urn[]> {
  const assets = [...new Set(urns)].map((urn) => context.references.parse(urn));
  await requireEdit(PRIVILEGE, assets, context);
  await requireAssets(
    assets.map((entity) => ({ entity, fieldPath: undefined })),
    context,
  );
  return assets.map(({ urn }) => urn);
}

/** Parses an incident; throws NOT_FOUND if missing, FORBIDDEN without EDIT_ENTITY_INCIDENTS on all its assets. */
async function permittedIncident(text: string, context: GraphqlContext): Promise<Urn> {
  const { urn } = context.references.parseAs('incident', text);
  const stored = await readAspect(urn, INFO, context);
  if (stored === undefined) {
    throw new CatalogError('NOT_FOUND', `Failed to update incident. Incident does not exist: ${urn}.`);
  }
  const assets = texts(stored['entities']).flatMap((asset) => context.references.find(asset) ?? []);
  await requireEdit(PRIVILEGE, assets, context);
  return urn;
}

function statusOf({ state, stage, message }: StatusInput, context: GraphqlContext): JsonObject {
  return { state, ...given({ stage, message }), lastUpdated: { ...stampNow(context) } };
}

function assigneesOf(urns: readonly string[], context: GraphqlContext): readonly JsonObject[] {
  const assignedAt = { ...stampNow(context) };
  return urns.map((urn) => ({ actor: context.references.parse(urn).urn, assignedAt }));
}
