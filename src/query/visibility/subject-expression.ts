import { holderOf } from '../../model/relationships/column-holder.ts';
import {
  holds,
  satisfies,
  satisfiesByUrn,
  type EntityAttributes,
  type EntityPredicate,
} from '../../model/entity-predicate.ts';
import { QUERY_TYPE, dependsOnSubjects } from '../../model/access/subject-types.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import { QUERIED_TABLES, STATED_IN } from '../../search/documents/judged-fields.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import { texts } from '../../util/json/json-members.ts';
import { anyOf, negate, oneOf } from '../filters/combine.ts';
import { subjectFields } from './subject-fields.ts';
import { attributesOfUrn } from '../../model/entity-attributes.ts';

interface SubjectContext {
  readonly scope: Pick<Scope, 'shownSince'>;
  /** Entity types of the search. */
  readonly entityTypes: readonly string[];
  readonly index: SearchReader;
}

/** Resolves a predicate on the own attributes of entities of these types, without their subjects. */
type Resolve = (predicate: EntityPredicate, entityTypes: readonly string[]) => Promise<Expression>;

/** Maximum number of subjects per entity type and field; entities with further subjects can be read, but not found. */
export const MOST_SUBJECTS = 10_000;

/**
 * Maximum number of creating commits of subjects that show only later statements (`Scope.shownSince`); entities about
 * subjects of further commits can be read, but not found.
 */
const MOST_COMMITS = 1_000;

/**
 * Restricts entities with subjects to those with at least one subject that matches the predicate, and queries to those of
 * which all tables match; keeps entities without subjects. Indexes cannot join entities, so the matching subjects are
 * determined first.
 */
export async function subjectExpression(
  predicate: EntityPredicate,
  context: SubjectContext,
  resolve: Resolve,
): Promise<Expression> {
  const types = context.entityTypes.filter((entityType) => dependsOnSubjects(predicate, entityType));
  if (types.length === 0) return MATCH_ALL;
  const seen = types.map(async (entityType) => {
    const fields = subjectFields(entityType);
    const judgement = { predicate, entityType, context, resolve };
    const isAboutNothing = allOf(fields.map((field) => negate({ kind: 'exists', field })));
    const isAboutSeen =
      entityType === QUERY_TYPE ? await queriesOfMatching(judgement) : await aboutMatching(fields, judgement);
    return allOf([oneOf(ENTITY_TYPE_FIELD, [entityType]), anyOf([isAboutNothing, isAboutSeen])]);
  });
  return anyOf([negate(oneOf(ENTITY_TYPE_FIELD, types)), ...(await Promise.all(seen))]);
}

/**
 * Queries of which all tables, each with its own type, match the predicate, whether or not the queries themselves do.
 */
export function queriesOfTables(
  predicate: EntityPredicate,
  context: SubjectContext,
  resolve: Resolve,
): Promise<Expression> {
  return queriesOfMatching({ predicate, entityType: undefined, context, resolve });
}

async function aboutMatching(
  fields: readonly string[],
  judgement: Judgement & { readonly entityType: string },
): Promise<Expression> {
  const values = await valuesOf(judgement.entityType, fields, judgement.context);
  const matched = await matchingAmong([...new Set(values)].filter(isUrn), judgement);
  return statedSince(matched, (subjects) => anyOf(fields.map((field) => oneOf(field, subjects))));
}

/** The tables of a query are one value in the index, so a set with an unknown table cannot match. */
async function queriesOfMatching(judgement: Judgement): Promise<Expression> {
  const sets = await valuesOf(QUERY_TYPE, [QUERIED_TABLES], judgement.context);
  const tables = new Map<string, readonly Urn[]>();
  const all = new Set<Urn>();
  for (const set of sets) {
    const urns = texts(JSON.parse(set)).filter(isUrn);
    tables.set(set, urns);
    for (const urn of urns) all.add(urn);
    if (all.size > MOST_SUBJECTS) break;
  }
  const matched = await matchingAmong([...all], judgement);
  const matchingSets = new Map<string, Sequence>();
  for (const [set, urns] of tables) {
    const since = urns.map((urn) => matched.get(urn) ?? Infinity);
    if (since.length > 0 && !since.includes(Infinity)) matchingSets.set(set, Math.max(...since));
  }
  return statedSince(matchingSets, (values) => oneOf(QUERIED_TABLES, values));
}

/** Documents that match any of the values and were stated at or after the commit of that value. */
function statedSince<T extends string>(
  values: ReadonlyMap<T, Sequence>,
  matching: (values: readonly T[]) => Expression,
): Expression {
  const bySequence = [...Map.groupBy(values.keys(), (value) => values.get(value) ?? ALWAYS)].sort(
    ([a], [b]) => a - b,
  );
  return anyOf(
    bySequence.slice(0, MOST_COMMITS).map(([since, some]) => {
      if (since === ALWAYS) return matching(some);
      const lower = { value: since, inclusive: true };
      return allOf([matching(some), { kind: 'range', field: STATED_IN, lower }]);
    }),
  );
}

/** The sequence of a subject that shows all statements about it. */
const ALWAYS: Sequence = 0;

/** The most frequent values of the fields, most frequent first in each. */
async function valuesOf(
  entityType: string,
  fields: readonly string[],
  { index }: SubjectContext,
): Promise<readonly string[]> {
  const facets = await index.aggregate(
    unrestricted({ entityTypes: [entityType], where: MATCH_ALL }),
    fields.map((field) => ({ fields: [field], size: MOST_SUBJECTS })),
  );
  return facets.flatMap(({ buckets }) => buckets.flatMap(({ values }) => values.map(String)));
}

/** Context for evaluating subjects. */
interface Judgement {
  readonly predicate: EntityPredicate;
  /** The entity type to evaluate subjects with: that of the entity about them; undefined: their own. */
  readonly entityType: string | undefined;
  readonly context: SubjectContext;
  readonly resolve: Resolve;
}

/** Subjects that match the predicate, each with the commit since which it does; a column only if its parent matches too. */
async function matchingAmong(
  subjects: readonly Urn[],
  judgement: Judgement,
): Promise<ReadonlyMap<Urn, Sequence>> {
  const { predicate, entityType } = judgement;
  const matched = new Map<Urn, Sequence>();
  const open: Urn[] = [];
  for (const urn of new Set(subjects.flatMap((subject) => [subject, holderOf(subject) ?? subject]))) {
    const byUrn = satisfiesByUrn(predicate, attributesAs(entityType, urn));
    if (byUrn === true) matched.set(urn, ALWAYS);
    if (byUrn === undefined) open.push(urn);
  }
  const found = await matchingByAttributes(open, judgement);
  const since = await judgement.context.scope.shownSince(found, entityType ?? QUERY_TYPE);
  for (const urn of found) matched.set(urn, since.get(urn) ?? ALWAYS);
  return new Map(
    subjects.flatMap((urn): readonly [Urn, Sequence][] => {
      const [own, ofHolder] = [matched.get(urn), matched.get(holderOf(urn) ?? urn)];
      return own === undefined || ofHolder === undefined ? [] : [[urn, Math.max(own, ofHolder)]];
    }),
  );
}

/**
 * Evaluates the predicate on indexed attributes. Columns that are not in the index have only their urn; other missing entities
 * do not exist.
 */
async function matchingByAttributes(
  urns: readonly Urn[],
  { predicate, entityType, context, resolve }: Judgement,
): Promise<readonly Urn[]> {
  if (urns.length === 0) return [];
  const entityTypes = [...new Set(urns.map(entityTypeOf))];
  const find = async (where: Expression): Promise<readonly Urn[]> => {
    const query = unrestricted({ entityTypes, where: allOf([oneOf(URN_FIELD, urns), where]) });
    const page = await context.index.search({ ...query, sort: [], from: 0, size: urns.length });
    return page.hits.map(({ urn }) => urn);
  };
  const known = new Set(await find(MATCH_ALL));
  const where = await resolve(
    entityType === undefined ? predicate : withoutType(predicate, entityType),
    entityTypes,
  );
  const matched = where.kind === 'none' ? [] : await find(where);
  const unknown = urns.filter((urn) => !known.has(urn) && holderOf(urn) !== undefined);
  return [...matched, ...unknown.filter((urn) => satisfies(predicate, attributesAs(entityType, urn)))];
}

function attributesAs(entityType: string | undefined, urn: Urn): EntityAttributes {
  return { ...attributesOfUrn(urn), ...(entityType !== undefined && { entityType: [entityType] }) };
}

/** The predicate for entities of this type, without conditions on the type. */
function withoutType(predicate: EntityPredicate, entityType: string): EntityPredicate {
  return predicate
    .filter((conditions) =>
      conditions.every((one) => one.attribute !== 'entityType' || holds(one, { entityType: [entityType] })),
    )
    .map((conditions) => conditions.filter(({ attribute }) => attribute !== 'entityType'));
}
