import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { OPERATOR_KINDS, lacksValues, type Criterion, type Filter } from '../../model/filter.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import { edgeField } from '../../search/links/edges.ts';
import type { Expression } from '../../search/expression.ts';
import { URN_FIELD, parentField, type FieldMapping } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';

/** Relationship of all hierarchies in DataHub's model: containers, domains, glossary, ... */
const PARENT_EDGE = edgeField('IsPartOf');

/** Maximum number of entities that one criterion expands to; a larger filter costs more than it narrows. */
export const MAX_HIERARCHY_SIZE = 10_000;

export interface HierarchyContext {
  readonly index: SearchReader;
  readonly mapping: Pick<FieldMapping, 'referencesOf'>;
}

/**
 * Replaces hierarchical operators with IN: the values of a criterion become all their ancestors or descendants,
 * including themselves. INVALID_REQUEST if a criterion expands to more than MAX_HIERARCHY_SIZE entities.
 */
export async function expandHierarchy(filter: Filter, context: HierarchyContext): Promise<Filter> {
  if (!filter.some((all) => all.some(isHierarchical))) return filter;
  return Promise.all(filter.map((all) => Promise.all(all.map((criterion) => expand(criterion, context)))));
}

function isHierarchical({ operator }: Criterion): boolean {
  return OPERATOR_KINDS[operator] === 'hierarchy';
}

async function expand(criterion: Criterion, context: HierarchyContext): Promise<Criterion> {
  if (!isHierarchical(criterion) || lacksValues(criterion)) return criterion;
  const walk = new HierarchyWalk(criterion, context);
  let urns: ReadonlySet<string> = new Set(criterion.values);
  if (criterion.operator !== 'ANCESTORS_INCL') urns = await walk.downFrom(urns);
  if (criterion.operator !== 'DESCENDANTS_INCL') urns = await walk.upFrom(urns);
  // Sorted, so that all pages of a scroll send the same query.
  return { ...criterion, operator: 'IN', values: [...urns].sort() };
}

/** Walks a hierarchy level by level. Entities reached before are skipped, so cycles end. */
class HierarchyWalk {
  readonly #criterion: Criterion;
  readonly #context: HierarchyContext;
  /**
   * Entity types that the field can refer to; others, such as datasets in a container, do not belong to the hierarchy.
   */
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
    const page = await this.#context.index.search({
      ...unrestricted({ entityTypes: this.#entityTypes, where }),
      sort: [],
      from: 0,
      size: MAX_HIERARCHY_SIZE,
    });
    if (page.total > MAX_HIERARCHY_SIZE) throw this.#tooLarge();
    return page.hits.map(({ urn }) => urn);
  }

  async #parents(children: readonly string[]): Promise<readonly string[]> {
    const where: Expression = { kind: 'terms', field: URN_FIELD, values: children, ignoreCase: false };
    const [facet] = await this.#context.index.aggregate(
      unrestricted({ entityTypes: this.#entityTypes, where }),
      [{ fields: [PARENT_EDGE], size: MAX_HIERARCHY_SIZE + 1 }],
    );
    const urns = facet?.buckets.map(({ values: [value] }) => String(value)) ?? [];
    return urns.filter((urn) => isUrn(urn) && this.#entityTypes.includes(entityTypeOf(urn)));
  }

  #tooLarge(): Error {
    const { field, operator } = this.#criterion;
    return invalidRequest(
      `The filter ${operator} on '${field}' expands to more than ${MAX_HIERARCHY_SIZE} entities. ` +
        'Use values lower in the hierarchy.',
      undefined,
      because('FILTER_TOO_LARGE', { most: MAX_HIERARCHY_SIZE }),
    );
  }
}
