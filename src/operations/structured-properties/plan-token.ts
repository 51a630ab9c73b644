import { CatalogError, invalidRequest } from '../../errors.ts';
import type { PlanInput } from '../../model/plan.ts';
import type { Sequence } from '../../model/sequence.ts';
import { parseJsonExactly } from '../../util/json/exact-json.ts';
import { asList, asObject, asText, optionalInteger, wrongType } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { shortDigest } from '../../util/short-digest.ts';
import { because } from '../../refusals.ts';

/** Content of a plan token for one property. */
export interface ShownProperty {
  readonly urn: string;
  /** State of the definition when the plan was made. */
  readonly current: string;
  /** Digest of the proposal. */
  readonly proposed: string;
  readonly entities: number;
  readonly values: number;
  /** Entities that break rules at ENFORCE, by rule; absent: none. */
  readonly violations?: Readonly<Record<string, number>>;
}

/** The plan as shown to its caller; the content of a plan token. */
export interface ShownPlan {
  readonly sequence: Sequence;
  readonly definitions: readonly ShownProperty[];
}

/**
 * Encodes a plan as a token, readable by anyone. Not signed, because it is not a credential: a forged token grants
 * nothing, it only disables the forger's own protection.
 */
export function formatPlanToken(plan: ShownPlan): string {
  return Buffer.from(JSON.stringify(plan)).toString('base64url');
}

/** Parses a plan token; throws INVALID_REQUEST when it is malformed. */
export function parsePlanToken(token: string): ShownPlan {
  try {
    const plan = asObject(parseJsonExactly(Buffer.from(token, 'base64url').toString('utf8')), 'plan');
    const definitions = asList(plan['definitions'], 'definitions').map(shownProperty);
    return { sequence: count(plan['sequence'], 'sequence'), definitions };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(
      'planToken is invalid. Plan again, and pass the planToken of that plan unchanged.',
      'planToken',
      because('PLAN_MISSING'),
    );
  }
}

/** Digest of the proposal for each property of the input, by urn. */
export function digestsOf({ definitions, deletions }: PlanInput): ReadonlyMap<string, string> {
  const texts = [
    ...definitions.map(({ urn, ...proposed }) => [urn, stableJson(proposed)] as const),
    ...deletions.map(({ urn, hard }) => [urn, stableJson({ hard })] as const),
  ];
  return new Map(texts.map(([urn, text]) => [urn, shortDigest(text)]));
}

/** Differences between the shown plan and the current catalog and input that require a new plan; empty: none. */
export function differences(shown: ShownPlan, now: ShownPlan): readonly string[] {
  const before = new Map(shown.definitions.map((property) => [property.urn, property]));
  const after = new Set(now.definitions.map(({ urn }) => urn));
  const missing = shown.definitions.filter(({ urn }) => !after.has(urn));
  return [
    ...missing.map(({ urn }) => `${urn} was planned but is missing from the input`),
    ...now.definitions.flatMap((property) => difference(before.get(property.urn), property, shown) ?? []),
  ];
}

function difference(
  shown: ShownProperty | undefined,
  now: ShownProperty,
  { sequence }: ShownPlan,
): string | undefined {
  const { urn } = now;
  if (shown === undefined) return `${urn} was not planned`;
  if (shown.proposed !== now.proposed) return `the input for ${urn} differs from the plan`;
  if (shown.current !== now.current) return `${urn} has changed since sequence ${sequence}`;
  const [broken] = Object.entries(now.violations ?? {}).filter(
    ([rule, entities]) => entities > (shown.violations?.[rule] ?? 0),
  );
  if (broken !== undefined) {
    const [rule, entities] = broken;
    return `${entities} entities break the rule '${rule}' of ${urn} instead of the ${shown.violations?.[rule] ?? 0} that were shown`;
  }
  if (now.entities <= shown.entities && now.values <= shown.values) return undefined;
  return (
    `${now.values} values on ${now.entities} entities of ${urn} would be affected ` +
    `instead of the ${shown.values} on ${shown.entities} that were shown`
  );
}

function shownProperty(json: JsonValue): ShownProperty {
  const property = asObject(json, 'definition');
  return {
    urn: asText(property['urn'], 'urn'),
    current: asText(property['current'], 'current'),
    proposed: asText(property['proposed'], 'proposed'),
    entities: count(property['entities'], 'entities'),
    values: count(property['values'], 'values'),
    ...(property['violations'] !== undefined && {
      violations: Object.fromEntries(
        Object.entries(asObject(property['violations'], 'violations')).map(([rule, entities]) => [
          rule,
          count(entities, rule),
        ]),
      ),
    }),
  };
}

function count(json: JsonValue | undefined, at: string): number {
  const value = optionalInteger(json, at);
  if (value === undefined || value < 0) throw wrongType(at, 'a whole number from 0', json);
  return value;
}
