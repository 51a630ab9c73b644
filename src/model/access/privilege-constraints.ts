import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { suggestion } from '../../util/closest-name.ts';
import type { EntityCondition } from '../entity-predicate.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';

/**
 * Parsed `privilegeConstraints` of a policy: which structured properties and which tags it covers. Each criterion limits
 * the kinds of entities that its values name, and does not limit the other kind.
 */
export interface PrivilegeConstraints {
  /** Conditions on the urns of structured properties that are read or assigned; empty: all. */
  readonly properties: readonly EntityCondition[];
  /** Conditions on the urns of tags that are added or removed; empty: all. */
  readonly tags: readonly EntityCondition[];
  /** What is not supported, one sentence each. A policy with problems must grant nothing. */
  readonly problems: readonly string[];
}

/** Constraints of a policy that covers all structured properties and tags. */
export const UNCONSTRAINED: PrivilegeConstraints = { properties: [], tags: [], problems: [] };

type Kind = 'properties' | 'tags';

const PREFIXES: Readonly<Record<Kind, string>> = {
  properties: `urn:li:${STRUCTURED_PROPERTY.entityType}:`,
  tags: 'urn:li:tag:',
};

const KINDS = ['properties', 'tags'] as const;

/** Supported fields of a criterion, with the kinds that it can limit. */
const FIELDS: Readonly<Record<string, readonly Kind[]>> = {
  URN: KINDS,
  RESOURCE_URN: KINDS,
  STRUCTURED_PROPERTY: ['properties'],
};

const CONDITIONS: Readonly<Record<string, Pick<EntityCondition, 'match' | 'negated'>>> = {
  EQUALS: { match: 'equals', negated: false },
  NOT_EQUALS: { match: 'equals', negated: true },
  STARTS_WITH: { match: 'startsWith', negated: false },
};

/** Parses the member `privilegeConstraints` of a policy's resources; absent or null: unconstrained. */
export function parseConstraints(json: JsonValue | undefined): PrivilegeConstraints {
  if (json === undefined || json === null) return UNCONSTRAINED;
  const criteria = isJsonObject(json) ? json['criteria'] : undefined;
  if (!Array.isArray(criteria)) return unsupported('privilegeConstraints needs a list of criteria.');
  const parsed = criteria.map((criterion: JsonValue) => parseCriterion(criterion));
  return {
    properties: parsed.flatMap(({ properties }) => properties),
    tags: parsed.flatMap(({ tags }) => tags),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

function parseCriterion(json: JsonValue): PrivilegeConstraints {
  const criterion = isJsonObject(json) ? json : {};
  const { condition = 'EQUALS' } = criterion;
  const kinds = kindsOf(criterion);
  if (kinds === undefined) return unsupported(fieldProblem(criterion));
  const found =
    typeof condition === 'string' && Object.hasOwn(CONDITIONS, condition) && CONDITIONS[condition];
  if (!found) {
    const names = Object.keys(CONDITIONS).join(', ');
    return unsupported(
      `There is no condition ${JSON.stringify(condition)} in privilegeConstraints. Use one of ${names}.`,
    );
  }
  const stated: JsonValue = criterion['values'] ?? [];
  const values: readonly JsonValue[] = Array.isArray(stated) ? stated : [];
  const strange = values.find((value) => !kinds.some((kind) => isOf(kind, value, found.match)));
  if (strange !== undefined && kinds.length > 1) return unsupported(valueProblem(strange));
  const texts = values.filter((value) => typeof value === 'string');
  // An empty list matches no value of any kind.
  const limited = kinds.filter(
    (kind) =>
      kinds.length === 1 || values.length === 0 || texts.some((value) => isOf(kind, value, found.match)),
  );
  const conditions: readonly EntityCondition[] = [{ attribute: 'urn', values: texts, ...found }];
  return {
    properties: limited.includes('properties') ? conditions : [],
    tags: limited.includes('tags') ? conditions : [],
    problems: [],
  };
}

function kindsOf({ field }: JsonObject): readonly Kind[] | undefined {
  const name = typeof field === 'string' ? field.toUpperCase() : '';
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
}

/** Whether the value is a urn of the kind; for `startsWith`, whether urns of the kind can begin with it. */
function isOf(kind: Kind, value: JsonValue, match: EntityCondition['match']): boolean {
  if (typeof value !== 'string') return false;
  return value.startsWith(PREFIXES[kind]) || (match === 'startsWith' && PREFIXES[kind].startsWith(value));
}

function unsupported(problem: string): PrivilegeConstraints {
  return { ...UNCONSTRAINED, problems: [problem] };
}

function fieldProblem({ field }: JsonObject): string {
  const name = typeof field === 'string' ? field : JSON.stringify(field ?? null);
  const known = Object.keys(FIELDS);
  return `There is no criterion '${name}' in privilegeConstraints.${suggestion(name, known)} Use one of ${known.join(', ')}.`;
}

function valueProblem(value: JsonValue): string {
  return `${JSON.stringify(value)} in privilegeConstraints is neither a tag nor a structured property. Constrain only these.`;
}
