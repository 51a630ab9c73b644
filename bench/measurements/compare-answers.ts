import type { Answer } from '../systems/contender.ts';

/** Describes the differences between two systems' answers to a query; empty if they agree. */
export function differences(
  question: string,
  opensearch: Answer,
  colophon: Answer,
  other = 'OpenSearch',
): string[] {
  const found: string[] = [];
  const { total } = colophon;
  if (total !== undefined && total !== opensearch.total) {
    found.push(`${question}: total ${total}, ${other} says ${opensearch.total ?? 'nothing'}`);
  }
  if (total !== undefined && colophon.pageLength !== opensearch.pageLength) {
    found.push(
      `${question}: ${colophon.pageLength} entities on the page, ${other} has ${opensearch.pageLength}`,
    );
  }
  if (colophon.facets.length !== opensearch.facets.length) {
    found.push(`${question}: ${colophon.facets.length} facets, ${other} has ${opensearch.facets.length}`);
  }
  opensearch.facets.forEach((expected, facet) => {
    const actual = colophon.facets[facet] ?? [];
    const length = Math.max(expected.length, actual.length);
    for (let i = 0; i < length; i++) {
      const [left, right] = [bucketText(actual[i]), bucketText(expected[i])];
      if (left !== right) {
        found.push(`${question}: facet ${facet + 1}, place ${i + 1}: ${left}, ${other} has ${right}`);
        break;
      }
    }
  });
  return found;
}

/** Formats a bucket; 30 and 30.0 become equal. */
function bucketText(bucket: readonly [value: string, count: number] | undefined): string {
  if (bucket === undefined) return 'nothing';
  const [value, count] = bucket;
  return `${value !== '' && Number.isFinite(Number(value)) ? Number(value) : value} (${count})`;
}
