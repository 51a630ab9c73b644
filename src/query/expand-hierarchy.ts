import { invalidRequest } from '../errors.ts';
import type { Criterion, Filter } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import { entityTypeOf, isUrn } from '../model/urn.ts';
import { edgeField } from '../search/edges.ts';
import type { Expression } from '../search/expression.ts';
import type { FieldMapping } from '../search/mapping.ts';
import { URN_FIELD, parentField } from '../search/mapping.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { isEffective } from './resolve-filter.ts';

/** The relationship that every hierarchy of DataHub's model is made of: containers, domains, glossary, ... */
const PARENT_EDGE = edgeField('IsPartOf');

/** Most entities that one criterion may stand for; beyond it a filter costs more than it narrows. */
export const MAX_HIERARCHY_SIZE = 10_000;

/** What walking a hierarchy needs. */
export interface HierarchyContext {
  readonly index: SearchIndex;
  readonly mapping: Pick<FieldMapping, 'referencesOf'>;
  readonly scope: Scope;
}

/**
 * Replaces the hierarchical operators: the values of a criterion become all entities above or below them, themselves
 * included. Throws INVALID_REQUEST when these are more than MAX_HIERARCHY_SIZE.
 */
export async function expandHierarchy(filter: Filter, context: HierarchyContext): Promise<Filter> {
  if (!filter.some((all) => all.some(isHierarchical))) return filter;
  return Promise.all(filter.map((all) => Promise.all(all.map((criterion) => expand(criterion, context)))));
}

function isHierarchical({ operator }: Criterion): boolean {
  return operator === 'DESCENDANTS_INCL' || operator === 'ANCESTORS_INCL' || operator === 'RELATED_INCL';
}

async function expand(criterion: Criterion, context: HierarchyContext): Promise<Criterion> {
  if (!isHierarchical(criterion) || !isEffective(criterion)) return criterion;
  const walk = new HierarchyWalk(criterion, context);
  let urns: ReadonlySet<string> = new Set(criterion.values);
  if (criterion.operator !== 'ANCESTORS_INCL') urns = await walk.downFrom(urns);
  if (criterion.operator !== 'DESCENDANTS_INCL') urns = await walk.upFrom(urns);
  // In order, so that the pages of a scroll ask the same question.
  return { ...criterion, operator: 'IN', values: [...urns].sort() };
}

/** Walks level by level, so that a cycle ends where it began. */
class HierarchyWalk {
  readonly #criterion: Criterion;
  readonly #context: HierarchyContext;
  /** A hierarchy is of entities that the field may name: datasets in a container are no part of its hierarchy. */
  readonly #entityTypes: readonly string[];

  constructor(criterion: Criterion, context: HierarchyContext) {
    this.#criterion = criterion;
    this.#context = context;
    const types = criterion.values.flatMap((value) => (isUrn(value) ? [entityTypeOf(value)] : []));
    const named = context.mapping.referencesOf(parentField(criterion.field));
    this.#entityTypes = [...new Set([...types, ...named])];
  }

  downFrom(urns: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    return this.#walk(urns, (level) => this.#children(level));
  }

  upFrom(urns: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    return this.#walk(urns, (level) => this.#parents(level));
  }

  async #walk(
    start: ReadonlySet<string>,
    next: (level: readonly string[]) => Promise<readonly string[]>,
  ): Promise<ReadonlySet<string>> {
    const reached = new Set(start);
    let level = [...start];
    while (level.length > 0 && this.#entityTypes.length > 0) {
      level = (await next(level)).filter((urn) => !reached.has(urn));
      for (const urn of level) reached.add(urn);
      if (reached.size > MAX_HIERARCHY_SIZE) throw this.#tooLarge();
    }
    return reached;
  }

  async #children(parents: readonly string[]): Promise<readonly string[]> {
    const where: Expression = { kind: 'terms', field: PARENT_EDGE, values: parents, ignoreCase: false };
    const page = await this.#context.index.search(
      { entityTypes: this.#entityTypes, where, sort: [], from: 0, size: MAX_HIERARCHY_SIZE },
      this.#context.scope,
    );
    if (page.total > MAX_HIERARCHY_SIZE) throw this.#tooLarge();
    return page.hits.map(({ urn }) => urn);
  }

  async #parents(children: readonly string[]): Promise<readonly string[]> {
    const where: Expression = { kind: 'terms', field: URN_FIELD, values: children, ignoreCase: false };
    const [facet] = await this.#context.index.aggregate(
      { entityTypes: this.#entityTypes, where },
      [{ fields: [PARENT_EDGE], size: MAX_HIERARCHY_SIZE + 1 }],
      this.#context.scope,
    );
    const urns = facet?.buckets.map(({ values: [value] }) => String(value)) ?? [];
    return urns.filter((urn) => isUrn(urn) && this.#entityTypes.includes(entityTypeOf(urn)));
  }

  #tooLarge(): Error {
    const { field, operator } = this.#criterion;
    return invalidRequest(
      `The filter ${operator} on '${field}' stands for more than ${MAX_HIERARCHY_SIZE} entities. ` +
        'Name values further down in the hierarchy.',
    );
  }
}
