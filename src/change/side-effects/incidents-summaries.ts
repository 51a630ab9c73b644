import { INCIDENTS_SUMMARY } from '../../model/aspects/derived-from-links.ts';
import { compareUrns, entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { numeric, object, objects, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { given } from '../../util/given.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import type { RuleContext } from '../rules.ts';
import { LONGEST_CUSTOM_TYPE } from '../validators/name-lengths.ts';
import type { SideEffect } from './side-effect.ts';

const { derived: SUMMARY, source: INCIDENT } = INCIDENTS_SUMMARY;
const INFO = INCIDENT.aspectName;
const STATUS = 'status';

/** The oldest incidents above this number are left out of each list of a summary; DataHub's default. */
const MOST_INCIDENTS = 100;

/** Lists of a summary by the state of their incidents, each with DataHub's older list of urns. */
const LISTS = [
  { state: 'ACTIVE', details: 'activeIncidentDetails', urns: 'activeIncidents' },
  { state: 'RESOLVED', details: 'resolvedIncidentDetails', urns: 'resolvedIncidents' },
] as const;

/**
 * Lists active and resolved incidents in the summary of each entity with incidents. The incident is added to a
 * summary only if its writer may raise incidents on the entity; an incident that a summary already lists is always
 * updated.
 */
export const incidentsSummaries: SideEffect = {
  name: 'incidentsSummaries',
  entityTypes: [INCIDENT.entityType],
  aspects: [INFO, STATUS],
  isOfRun: false,
  follow: ({ context, targets, urn }) => {
    const { registry, state } = context;
    const before = state.row(urn, INFO)?.aspect.value;
    return () => {
      const info = infoOf(urn, state);
      const stated = new Set(entitiesOf(info));
      const entities = new Set([...entitiesOf(before), ...stated]);
      return [...entities].flatMap((entity) => {
        if (targets?.has(entity) === false) return [];
        const spec = registry.entities.get(entityTypeOf(entity));
        if (spec?.aspects.has(SUMMARY) !== true || state.entity(entity) === undefined) return [];
        const summary = state.row(entity, SUMMARY)?.aspect.value;
        const isOn = stated.has(entity);
        const isListed = summary !== undefined && listedIn(summary).includes(urn);
        if (!isListed && !(isOn && mayAdd(entity, context))) return [];
        const value = summarized(summary, urn, isOn ? info : undefined);
        return [{ urn: entity, aspectName: SUMMARY, changeType: 'UPSERT', value }];
      });
    };
  },
};

/** The summary of an asset, updated from its incidents. */
export function summaryNow(summary: JsonObject, asset: Urn, state: CurrentState): JsonObject {
  return listedIn(summary).reduce((before, incident) => {
    const info = infoOf(incident, state);
    return summarized(before, incident, entitiesOf(info).includes(asset) ? info : undefined);
  }, summary);
}

function listedIn(summary: JsonObject): readonly Urn[] {
  const listed = LISTS.flatMap((list) => [
    ...objects(summary[list.details]).map(({ urn }) => urn),
    ...texts(summary[list.urns]),
  ]);
  return [...new Set(listed.filter((urn) => typeof urn === 'string').filter(isUrn))];
}

function mayAdd(entity: Urn, { affected, found }: RuleContext): boolean {
  const exists = found.entity(entity) !== undefined;
  return (
    affected === undefined || affected.allows({ kind: 'other', urn: entity, aspectName: SUMMARY, exists })
  );
}

/** Info of an incident; undefined if it does not exist or is soft-deleted. */
function infoOf(incident: Urn, state: CurrentState): JsonObject | undefined {
  const isRemoved = state.row(incident, STATUS)?.aspect.value['removed'] === true;
  return isRemoved ? undefined : state.row(incident, INFO)?.aspect.value;
}

function entitiesOf(info: JsonObject | undefined): readonly Urn[] {
  return texts(info?.['entities']).flatMap((entity) => (isUrn(entity) ? [entity] : []));
}

/** The summary with the incident in the list of its state, or without it. */
function summarized(summary: JsonObject = {}, incident: Urn, info: JsonObject | undefined): JsonObject {
  const state = text(object(info?.['status'])?.['state']);
  const members = LISTS.flatMap((list): readonly (readonly [string, JsonValue])[] => {
    const others = objects(summary[list.details])
      .filter(({ urn }) => urn !== incident)
      .map(withShortType);
    const own = info !== undefined && list.state === state ? [detailsOf(incident, info, state)] : [];
    const listed = [...others, ...own].sort(byCreation).slice(-MOST_INCIDENTS);
    const older = texts(summary[list.urns]).filter((urn) => urn !== incident);
    return [
      [list.details, listed],
      ...(summary[list.urns] === undefined ? [] : [[list.urns, older] as const]),
    ];
  });
  return { ...summary, ...Object.fromEntries(members) };
}

function detailsOf(urn: Urn, info: JsonObject, state: string): JsonObject {
  const status = object(info['status']);
  const type = text(info['type']) ?? '';
  return {
    urn,
    type: shortType(type === 'CUSTOM' ? (text(info['customType']) ?? type) : type),
    createdAt: timeOf(info['created']) ?? 0,
    ...given({ priority: numeric(info['priority']) }),
    ...(state === 'RESOLVED' && given({ resolvedAt: timeOf(status?.['lastUpdated']) })),
  };
}

/** Details with the type shortened; earlier versions allowed longer types. */
function withShortType(details: JsonObject): JsonObject {
  const type = text(details['type']);
  return type === undefined || type.length <= LONGEST_CUSTOM_TYPE
    ? details
    : { ...details, type: shortType(type) };
}

function shortType(type: string): string {
  return type.slice(0, LONGEST_CUSTOM_TYPE).toWellFormed();
}

function timeOf(stamp: unknown): number | undefined {
  return numeric(object(stamp)?.['time']);
}

function byCreation(a: JsonObject, b: JsonObject): number {
  const times = (numeric(a['createdAt']) ?? 0) - (numeric(b['createdAt']) ?? 0);
  return times === 0 ? compareUrns(text(a['urn']) ?? '', text(b['urn']) ?? '') : times;
}
