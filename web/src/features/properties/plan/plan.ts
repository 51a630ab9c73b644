import { PageError } from '../../../api/api-error.ts';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import { RULES, type RuleName } from '../../../shared/rules/property-rules.ts';
import type { Aspect } from '../definition/stored-property.ts';

/** A definition to write. Settings, display and rules that are absent stay as they are stored. */
export interface NewDefinition {
  readonly urn: string;
  readonly propertyDefinition: Aspect;
  readonly structuredPropertySettings?: Aspect;
  readonly structuredPropertyDisplay?: Aspect;
  readonly structuredPropertyRules?: Aspect;
}

/** Changes to plan and apply together. */
export interface Changes {
  readonly definitions?: readonly NewDefinition[];
  readonly deletions?: readonly { readonly urn: string; readonly hard: boolean }[];
}

/** Asset counts by group, largest first. */
export type Counts = readonly { readonly value: string; readonly count: number }[];

/** Assets that break the rules of a property. */
export interface Violations {
  readonly entities: number;
  /** The broken rules, as the definition has them, with some of the assets. */
  readonly byRule: readonly {
    readonly rule: RuleName;
    readonly entities: number;
    readonly sampleUrns: readonly string[];
  }[];
}

/** Assets that inherit a value of a property. */
export interface InheritedValues {
  /** Number of containers, domains and terms with a value to inherit. */
  readonly sources: number;
  /** Number of assets without a value of their own that inherit one. */
  readonly entities: number;
  readonly byValue: Counts;
  readonly sampleUrns: readonly string[];
}

/** Effects of a plan on one property. */
export interface PlannedProperty {
  readonly urn: string;
  readonly change: string;
  readonly versionAbove: string | undefined;
  readonly entities: number;
  readonly values: number;
  readonly byEntityType: Counts;
  readonly byPlatform: Counts;
  readonly byValue: Counts;
  readonly sampleUrns: readonly string[];
  /** What breaks the rules afterwards; undefined without rules. */
  readonly violations: Violations | undefined;
  /** What inherits values afterwards; undefined without a rule of inheritance. */
  readonly inherited: InheritedValues | undefined;
}

/** Effects of changes, and the token that applies exactly them. */
export interface Plan {
  readonly token: string;
  readonly properties: readonly PlannedProperty[];
  /** The planned changes, including versions for those that break values. */
  readonly changes: Changes;
  /** Deadline for an undo, epoch ms; undefined if nothing is removed. */
  readonly undoableUntil: number | undefined;
}

/** Plans changes. Adds a new version to definitions that break values, so that the plan can be applied. Throws {@link ApiError}. */
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
    return version === undefined ? definition : withVersion(definition, version);
  });
  const versioned = { ...changes, ...(definitions && { definitions }) };
  return planOf(await request('/api/colophon/v1/plans', { body: versioned, signal }), versioned);
}

/**
 * Applies a plan. Returns its commit, which {@link undoPlan} takes; undefined if nothing changed. Throws {@link ApiError}
 * with status 409 and changes nothing if the plan is outdated.
 */
export async function applyPlan({ changes, token }: Plan): Promise<number | undefined> {
  const applied = await request('/api/colophon/v1/plans/apply', { body: { ...changes, planToken: token } });
  return isObject(applied) && typeof applied['commit'] === 'number' ? applied['commit'] : undefined;
}

/** The planned definition of a property; undefined if the plan deletes it. */
export function plannedIn({ changes }: Plan, urn: string): NewDefinition | undefined {
  return changes.definitions?.find((one) => one.urn === urn);
}

/** Whether a plan removes values of a property. */
export function losesValues({ change }: PlannedProperty): boolean {
  return change === 'breaking' || change === 'delete';
}

/** New version that permits the change; undefined if none is required. */
function neededVersion({ versionAbove }: PlannedProperty): string | undefined {
  return versionAbove === undefined ? undefined : newVersion(versionAbove);
}

/** The definition as this version, which permits to break values. */
export function withVersion(definition: NewDefinition, version: string): NewDefinition {
  return { ...definition, propertyDefinition: { ...definition.propertyDefinition, version } };
}

/** A version of a definition that permits a breaking change, `yyyyMMddhhmmss` in UTC; `versionAbove`: the latest one, '' for none. */
export function newVersion(versionAbove: string): string {
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
    throw new PageError('The server sent a plan in an unknown format. Reload the page.');
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
  return {
    urn: String(planned['urn']),
    change: String(planned['change']),
    versionAbove: typeof planned['versionAbove'] === 'string' ? planned['versionAbove'] : undefined,
    entities: number('entities'),
    values: number('values'),
    byEntityType: countsOf(planned['byEntityType']),
    byPlatform: countsOf(planned['byPlatform']),
    byValue: countsOf(planned['byValue']),
    sampleUrns: urnsOf(planned['sampleUrns']),
    violations: isObject(planned['violations']) ? violationsOf(planned['violations']) : undefined,
    inherited: isObject(planned['inherited']) ? inheritedOf(planned['inherited']) : undefined,
  };
}

function violationsOf({ byRule, entities }: Aspect): Violations {
  const list = Array.isArray(byRule) ? byRule.filter(isObject) : [];
  return {
    entities: Number(entities),
    byRule: list.flatMap((broken) => {
      const rule = RULES.find((name) => name === broken['rule']);
      const sampleUrns = urnsOf(broken['sampleUrns']);
      return rule === undefined ? [] : [{ rule, entities: Number(broken['entities']), sampleUrns }];
    }),
  };
}

function inheritedOf({ byValue, entities, sampleUrns, sources }: Aspect): InheritedValues {
  return {
    sources: Number(sources),
    entities: Number(entities),
    byValue: countsOf(byValue),
    sampleUrns: urnsOf(sampleUrns),
  };
}

function urnsOf(member: unknown): readonly string[] {
  return Array.isArray(member) ? member.map(String) : [];
}

function countsOf(member: unknown): Counts {
  if (!isObject(member)) return [];
  return Object.entries(member)
    .flatMap(([value, count]) => (typeof count === 'number' ? [{ value, count }] : []))
    .sort((a, b) => b.count - a.count);
}
