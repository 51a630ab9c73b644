import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import {
  NOTHING_AFFECTED,
  type AffectedValues,
  type InheritedValues,
  type Violations,
} from '../model/plan.ts';
import { propertyHolders } from '../model/properties/property-holders.ts';
import type { Sequence } from '../model/sequence.ts';
import { doubleText, type PropertyValue, type ValueType } from '../model/structured-property.ts';
import { assignmentField, holdsAssignment } from '../search/assignment-field.ts';
import type { Expression } from '../search/expression.ts';
import { ENTITY_TYPE_FIELD } from '../search/mapping.ts';
import type { Facet, SearchReader, VisibleQuery } from '../search/search-index.ts';
import {
  PLAIN_FLAGS,
  type CountedGeneration,
  type MetadataQuery,
  type RuledCounts,
} from './metadata-query.ts';
import { anyOf } from './filters/combine.ts';
import { parseRules, type RuledProperty } from '../model/properties/property-rules.ts';
import { MOST_INHERITED } from './inheritance/count-effective.ts';
import { EffectiveExpressions } from './inheritance/effective-expressions.ts';
import { violationExpressions, type ViolationContext } from './violations/violation-expressions.ts';
import { narrowed } from './visibility/narrow.ts';
import { predicateExpression } from './visibility/predicate-expression.ts';
import { resolveSearch, type SearchParts } from './search-request.ts';

/** Maximum number of values in `byValue`; `values` counts all. */
const VALUES = 20;
const SAMPLES = 10;
/** Facet size above the number of entity types and platforms. */
const ALL = 1_000_000;

/** Number of polls of the index position, and the interval in ms: waits at most ten seconds. */
const LOOKS = 2_000;
const REST = 5;

/** Counts are repeated if a commit arrives meanwhile: rare with the embedded index, more frequent with a remote one. */
const ATTEMPTS = 20;

const FLAGS = {
  ...PLAIN_FLAGS,
  maxAggValues: ALL,
  skipAggregates: false,
  includeSoftDeleted: true,
  lifecycle: 'any' as const,
};

/** Creates the counting of values that a definition change would hide or remove. */
export function createAssignmentCounting(parts: SearchParts): MetadataQuery['countAssignments'] {
  const { index, properties, registry, territories } = parts;
  const entityTypes = propertyHolders(registry);

  return async (generations, since, scope, ruled = []) => {
    await reach(index, since);
    await index.visible(since);
    const everything = { entityTypes, query: '*', filter: [], flags: FLAGS };
    const { query, context } = await resolveSearch(everything, scope, parts);
    const plain = { ...everything, flags: PLAIN_FLAGS };
    const shown = ruled.length === 0 ? query : (await resolveSearch(plain, scope, parts)).query;
    // Values hidden by a soft delete of their property count, because a hard delete removes them.
    const isSeen = ({ propertyUrn, generation }: CountedGeneration): boolean =>
      properties.get(propertyUrn)?.removed === true || scope.seesAssignment(propertyUrn, generation);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const sequence = index.position();
      const counts = await Promise.all(
        generations.map(async (key) => {
          if (!isSeen(key)) return NOTHING_AFFECTED;
          const where = scope.assignmentFilter(key.propertyUrn);
          const seen = where && (await predicateExpression(where, { ...context, index }));
          const visible = seen === undefined ? query : { ...query, where: narrowed(query.where, [seen]) };
          const affected = await countValues(key, visible, index);
          // For a soft-deleted property, counts may be shown, but not values.
          return scope.seesAssignment(key.propertyUrn, key.generation)
            ? affected
            : { ...affected, byValue: {} };
        }),
      );
      const asking = { ...context, index, territories, warn: parts.warn };
      const ofRuled = await Promise.all(ruled.map((one) => countRuled(one, shown, asking)));
      if (index.position() === sequence) return { sequence, counts, ruled: ofRuled };
    }
    throw unavailable('Continuous writes to the catalog prevented a consistent count of values');
  };
}

async function countRuled(
  property: RuledProperty,
  query: VisibleQuery,
  context: ViolationContext,
): Promise<RuledCounts> {
  const violations = await countViolations(property, query, context);
  if (parseRules(property.rules).inherit === undefined) return { violations };
  return { violations, inherited: await countInherited(property, query, context) };
}

async function countInherited(
  property: RuledProperty,
  query: VisibleQuery,
  context: ViolationContext,
): Promise<InheritedValues> {
  const { index } = context;
  const effective = new EffectiveExpressions(property, context);
  const among = (condition: Expression): VisibleQuery => ({
    ...query,
    where: narrowed(query.where, [effective.heirs(), condition]),
  });
  const { count, values } = await effective.sources();
  const inheriting = await index.search({
    ...among(await effective.present()),
    sort: [],
    from: 0,
    size: SAMPLES,
  });
  const { valueType } = property.definition;
  const byValue = await Promise.all(
    values.slice(0, MOST_INHERITED).map(async (value) => {
      const entities = await index.count(among(await effective.holding(value)));
      return [valueText(value, valueType), entities] as const;
    }),
  );
  const frequent = byValue.filter(([, entities]) => entities > 0).sort((a, b) => b[1] - a[1]);
  return {
    sources: count,
    entities: inheriting.total,
    byValue: Object.fromEntries(frequent.slice(0, VALUES)),
    sampleUrns: inheriting.hits.map(({ urn }) => urn),
  };
}

async function countViolations(
  property: RuledProperty,
  query: VisibleQuery,
  context: ViolationContext,
): Promise<Violations> {
  const expressions = await violationExpressions(property, context);
  const { index } = context;
  const among = (condition: Expression): VisibleQuery => ({
    ...query,
    where: narrowed(query.where, [condition]),
  });
  const byRule = await Promise.all(
    [...expressions].map(async ([rule, expression]) => {
      const page = await index.search({ ...among(expression), sort: [], from: 0, size: SAMPLES });
      return { rule, entities: page.total, sampleUrns: page.hits.map(({ urn }) => urn) };
    }),
  );
  const any = anyOf([...expressions.values()]);
  const entities = any.kind === 'none' ? 0 : await index.count(among(any));
  return { entities, byRule: byRule.filter((broken) => broken.entities > 0) };
}

async function reach(index: SearchReader, sequence: Sequence): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (index.position() >= sequence) return;
    await sleep(REST);
  }
  throw unavailable(`The search index has not caught up with sequence ${sequence}`);
}

async function countValues(
  key: CountedGeneration,
  everything: VisibleQuery,
  index: SearchReader,
): Promise<AffectedValues> {
  const { propertyUrn, generation, only, valueType } = key;
  const field = assignmentField(propertyUrn, generation);
  const where = narrowed(everything.where, [
    holdsAssignment(propertyUrn, generation),
    ...(only === undefined ? [] : [hasOneOf(field, only, valueType)]),
  ]);
  const query: VisibleQuery = { ...everything, where };
  const [{ hits, total }, [types, platforms, values]] = await Promise.all([
    index.search({ ...query, sort: [], from: 0, size: SAMPLES }),
    index.aggregate(query, [
      { fields: [ENTITY_TYPE_FIELD], size: ALL },
      { fields: ['platform'], size: ALL },
      { fields: [field], size: VALUES },
    ]),
  ]);
  return {
    entities: total,
    values: values?.total ?? 0,
    byEntityType: counted(types, String),
    byPlatform: counted(platforms, String),
    byValue: counted(values, (value) => valueText(value, valueType)),
    sampleUrns: hits.map(({ urn }) => urn),
  };
}

/** Matches entities with one of the values; dates and numbers are numbers in the index. */
function hasOneOf(
  field: string,
  values: readonly PropertyValue[],
  valueType: ValueType | undefined,
): Expression {
  const texts = values.flatMap((value) => ('string' in value ? [value.string] : []));
  if (valueType === 'date') return { kind: 'numbers', field, values: texts.map(Date.parse) };
  if (valueType !== 'number') return { kind: 'terms', field, values: texts, ignoreCase: false };
  const numbers = values.map((value) => ('double' in value ? value.double : Number(value.string)));
  return { kind: 'numbers', field, values: numbers };
}

function counted(
  facet: Facet | undefined,
  textOf: (value: string | number) => string,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    (facet?.buckets ?? []).map(({ values, count }) => [values.map(textOf).join(), count]),
  );
}

function valueText(value: string | number, valueType: ValueType | undefined): string {
  if (typeof value === 'string') return value;
  return valueType === 'date' ? new Date(value).toISOString().slice(0, 10) : doubleText(value);
}

function unavailable(problem: string): CatalogError {
  return new CatalogError('UNAVAILABLE', `${problem}. Nothing was changed; try again.`);
}
