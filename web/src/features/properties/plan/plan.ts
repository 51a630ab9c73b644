import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import type { Aspect } from '../definition/stored-property.ts';

/** A definition to write. Without settings, the stored ones stay. */
export interface NewDefinition {
  readonly urn: string;
  readonly propertyDefinition: Aspect;
  readonly structuredPropertySettings?: Aspect;
}

/** Changes to plan and to apply together. */
export interface Changes {
  readonly definitions?: readonly NewDefinition[];
  readonly deletions?: readonly { readonly urn: string; readonly hard: boolean }[];
}

/** Numbers of assets by what they have in common, most first. */
export type Counts = readonly { readonly value: string; readonly count: number }[];

/** What changes would do to one property. */
export interface PlannedProperty {
  readonly urn: string;
  readonly change: string;
  readonly reasons: readonly string[];
  readonly versionAbove: string | undefined;
  readonly entities: number;
  readonly values: number;
  readonly byEntityType: Counts;
  readonly byPlatform: Counts;
  readonly byValue: Counts;
  readonly sampleUrns: readonly string[];
}

/** What changes would do, and the token that applies exactly this. */
export interface Plan {
  readonly token: string;
  readonly properties: readonly PlannedProperty[];
  /** The planned changes; with versions, where they break values. */
  readonly changes: Changes;
  /** When it can be undone at the latest, epoch ms; undefined if it removes nothing. */
  readonly undoableUntil: number | undefined;
}

/** Plans changes. Definitions that break values get a new version, so that the plan can be applied as it is. */
export async function planChanges(changes: Changes, signal?: AbortSignal): Promise<Plan> {
  const plan = planOf(await request('/api/colophon/v1/plans', { body: changes, signal }), changes);
  const versions = new Map(
    plan.properties.flatMap((property) => {
      const version = neededVersion(property);
      return version === undefined ? [] : [[property.urn, version] as const];
    }),
  );
  if (versions.size === 0) return plan;
  const definitions = changes.definitions?.map((definition) => {
    const version = versions.get(definition.urn);
    if (version === undefined) return definition;
    return { ...definition, propertyDefinition: { ...definition.propertyDefinition, version } };
  });
  const versioned = { ...changes, ...(definitions && { definitions }) };
  return planOf(await request('/api/colophon/v1/plans', { body: versioned, signal }), versioned);
}

/** Applies a plan; throws ApiError 409 and changes nothing if it is outdated. */
export async function applyPlan({ changes, token }: Plan): Promise<void> {
  await request('/api/colophon/v1/plans/apply', { body: { ...changes, planToken: token } });
}

/** The new version of a planned definition; undefined if it keeps the one it has. */
export function versionOf(plan: Plan, urn: string): string | undefined {
  const version = plan.changes.definitions?.find((one) => one.urn === urn)?.propertyDefinition['version'];
  return typeof version === 'string' ? version : undefined;
}

/** Whether a property loses values by a plan. */
export function losesValues({ change }: PlannedProperty): boolean {
  return change === 'breaking' || change === 'delete';
}

/** A version that allows the change, `yyyyMMddhhmmss` in UTC; undefined if it needs none. */
function neededVersion({ versionAbove }: PlannedProperty): string | undefined {
  if (versionAbove === undefined) return undefined;
  const now = digits(new Date());
  if (now > versionAbove) return now;
  const moment = versionAbove.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  return digits(new Date(Date.parse(moment) + 1000));
}

function digits(moment: Date): string {
  return moment.toISOString().replace(/\D/g, '').slice(0, 14);
}

function planOf(answer: unknown, changes: Changes): Plan {
  if (!isObject(answer) || typeof answer['planToken'] !== 'string' || !Array.isArray(answer['definitions'])) {
    throw new Error('The server sent a plan that cannot be read.');
  }
  return {
    token: answer['planToken'],
    changes,
    properties: answer['definitions'].filter(isObject).map(plannedOf),
    undoableUntil: typeof answer['undoableUntil'] === 'number' ? answer['undoableUntil'] : undefined,
  };
}

function plannedOf(planned: Aspect): PlannedProperty {
  const number = (name: string): number => (typeof planned[name] === 'number' ? planned[name] : 0);
  const list = (name: string): readonly string[] =>
    Array.isArray(planned[name]) ? planned[name].map(String) : [];
  return {
    urn: String(planned['urn']),
    change: String(planned['change']),
    reasons: list('reasons'),
    versionAbove: typeof planned['versionAbove'] === 'string' ? planned['versionAbove'] : undefined,
    entities: number('entities'),
    values: number('values'),
    byEntityType: countsOf(planned['byEntityType']),
    byPlatform: countsOf(planned['byPlatform']),
    byValue: countsOf(planned['byValue']),
    sampleUrns: list('sampleUrns'),
  };
}

function countsOf(member: unknown): Counts {
  if (!isObject(member)) return [];
  return Object.entries(member)
    .flatMap(([value, count]) => (typeof count === 'number' ? [{ value, count }] : []))
    .sort((a, b) => b.count - a.count);
}
