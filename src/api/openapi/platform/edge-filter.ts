import { invalidRequest } from '../../../errors.ts';
import { checkFilterSize } from '../../../model/filter-parts/filter-size.ts';
import { TEXT_TESTS, type MakeTest } from '../../../model/filter-parts/text-test.ts';
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

/** Compiles a filter on links; throws INVALID_REQUEST for an unsupported field or operator, and for too many values. */
export function edgeFilter(filter: Filter): (link: Link) => boolean {
  checkFilterSize(filter, 'edgeFilter');
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
  const tests: Readonly<Partial<Record<string, MakeTest>>> = TEXT_TESTS;
  const test = tests[operator]?.(values);
  if (test === undefined) {
    throw invalidRequest(
      `edgeFilter: operator ${operator} is not supported for ${field}. Use ${Object.keys(TEXT_TESTS).join(', ')}.`,
    );
  }
  if (values.length === 0) return () => true;
  return (link) => test(read(link)) !== negated;
}
