import { createHash } from 'node:crypto';
import { CatalogError, invalidRequest } from '../errors.ts';
import type { PlanInput } from '../model/plan.ts';
import type { Sequence } from '../model/sequence.ts';
import { parseJsonExactly } from '../util/exact-json.ts';
import { asList, asObject, asText, optionalInteger, wrongType } from '../util/json-input.ts';
import type { JsonValue } from '../util/json.ts';
import { stableJson } from '../util/stable-json.ts';

/** What a token remembers of one property. */
export interface ShownProperty {
  readonly urn: string;
  /** State of the definition that the plan was made upon. */
  readonly current: string;
  /** Digest of what was proposed. */
  readonly proposed: string;
  readonly entities: number;
  readonly values: number;
}

/** What was shown to whoever planned, as a plan token carries it. */
export interface ShownPlan {
  readonly sequence: Sequence;
  readonly definitions: readonly ShownProperty[];
}

/**
 * The token of a plan: what it showed, readable by anyone. It is no credential, so it is not signed: one that was made
 * up protects its maker from nothing and opens nothing.
 */
export function formatPlanToken(plan: ShownPlan): string {
  return Buffer.from(JSON.stringify(plan)).toString('base64url');
}

/** Reads a token back; throws INVALID_REQUEST when no plan can have answered it. */
export function parsePlanToken(token: string): ShownPlan {
  try {
    const plan = asObject(parseJsonExactly(Buffer.from(token, 'base64url').toString('utf8')), 'plan');
    const definitions = asList(plan['definitions'], 'definitions').map(shownProperty);
    return { sequence: count(plan['sequence'], 'sequence'), definitions };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(
      'planToken is not what a plan has answered. Plan again, and pass its planToken as it is.',
    );
  }
}

/** Digest of what is proposed for each property of the input, by urn. */
export function digestsOf({ definitions, deletions }: PlanInput): ReadonlyMap<string, string> {
  const texts = [
    ...definitions.map(({ urn, propertyDefinition, structuredPropertySettings }) => {
      const settings = structuredPropertySettings ?? null;
      return [urn, stableJson({ propertyDefinition, settings })] as const;
    }),
    ...deletions.map(({ urn, hard }) => [urn, stableJson({ hard })] as const),
  ];
  return new Map(
    texts.map(([urn, text]) => [urn, createHash('sha256').update(text).digest('base64url').slice(0, 22)]),
  );
}

/** In which ways the catalog, or the input, differs from what was shown so that it must be shown again; none is fine. */
export function differences(shown: ShownPlan, now: ShownPlan): readonly string[] {
  const before = new Map(shown.definitions.map((property) => [property.urn, property]));
  const after = new Set(now.definitions.map(({ urn }) => urn));
  const missing = shown.definitions.filter(({ urn }) => !after.has(urn));
  return [
    ...missing.map(({ urn }) => `${urn} was planned and is left out now`),
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
  if (shown.proposed !== now.proposed) return `for ${urn} something else was planned`;
  if (shown.current !== now.current) return `${urn} has changed since sequence ${sequence}`;
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
  };
}

function count(json: JsonValue | undefined, at: string): number {
  const value = optionalInteger(json, at);
  if (value === undefined || value < 0) throw wrongType(at, 'a whole number from 0', json);
  return value;
}
