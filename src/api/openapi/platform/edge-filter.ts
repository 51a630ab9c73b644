import { invalidRequest } from '../../../errors.ts';
import type { Criterion, Filter } from '../../../model/filter.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import type { Link } from '../../../operations/relationships/scroll-links.ts';

/** Fields of a link, by their names in DataHub's graph. */
const EDGE_FIELDS: ReadonlyMap<string, (link: Link) => string> = new Map([
  ['relationshipType', ({ relationshipType }: Link): string => relationshipType],
  ['source.urn', ({ source }) => source],
  ['source.entityType', ({ source }) => entityTypeOf(source)],
  ['destination.urn', ({ destination }) => destination],
  ['destination.entityType', ({ destination }) => entityTypeOf(destination)],
]);

type Comparison = (text: string, value: string) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  EQUAL: (text, value) => text === value,
  IN: (text, value) => text === value,
  IEQUAL: (text, value) => text.toLowerCase() === value.toLowerCase(),
  CONTAIN: (text, value) => text.includes(value),
  START_WITH: (text, value) => text.startsWith(value),
  END_WITH: (text, value) => text.endsWith(value),
};

/** Compiles a filter on links; throws INVALID_REQUEST for an unsupported field or operator. */
export function edgeFilter(filter: Filter): (link: Link) => boolean {
  if (filter.length === 0) return () => true;
  const groups = filter.map((criteria) => criteria.map(edgeCriterion));
  return (link) => groups.some((criteria) => criteria.every((holds) => holds(link)));
}

function edgeCriterion({ field, operator, values, negated }: Criterion): (link: Link) => boolean {
  const read = EDGE_FIELDS.get(field);
  if (read === undefined) {
    throw invalidRequest(
      `edgeFilter: unknown field ${field}. Filter by ${[...EDGE_FIELDS.keys()].join(', ')}.`,
    );
  }
  // Every link has all of these fields.
  if (operator === 'EXISTS') return () => !negated;
  if (operator === 'IS_NULL') return () => negated;
  const compare = COMPARISONS[operator];
  if (compare === undefined) {
    throw invalidRequest(
      `edgeFilter: operator ${operator} is not supported for ${field}. Use ${Object.keys(COMPARISONS).join(', ')}.`,
    );
  }
  if (values.length === 0) return () => true;
  return (link) => values.some((value) => compare(read(link), value)) !== negated;
}
