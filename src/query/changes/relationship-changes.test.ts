import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/reading-catalog.ts';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import { createRelationshipDiffer } from './relationship-changes.ts';

const table = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const column = (name: string): string => `urn:li:schemaField:(${table},${name})`;
const columns = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => column(`${prefix}${i}`));
const differ = createRelationshipDiffer(REGISTRY);

/** Lineage of columns: each list of downstreams with its upstreams. */
function lineage(...statements: readonly (readonly [downstreams: string[], upstreams: string[]])[]): Aspect {
  const fineGrainedLineages = statements.map(([downstreams, upstreams]) => ({ downstreams, upstreams }));
  const value = { upstreams: [], fineGrainedLineages };
  return new Aspect({
    urn: table,
    aspectName: 'upstreamLineage',
    text: JSON.stringify(value),
    created: { time: 1, actor: parseUrn('urn:li:corpuser:a') },
    systemMetadata: { lastObserved: 0, runId: 'test' },
    sequence: 1,
  });
}

function changesBetween(before: Aspect | undefined, after: Aspect | undefined): string[] {
  const name = (urn: string): string => urn.slice(urn.lastIndexOf(',') + 1, -1);
  return [...differ({ urn: table, aspectName: 'upstreamLineage', before, after })].flatMap((change) =>
    change === undefined || change.sourceUrn === table
      ? []
      : [`${change.operation} ${name(change.sourceUrn)} ${name(change.destinationUrn)}`],
  );
}

describe('the relationships that a change of column lineage created and ended', () => {
  it('are each pair of columns that only one side states, in any form', () => {
    const before = lineage([columns('x', 2), columns('a', 2)], [columns('y', 1), columns('a', 1)]);
    const after = lineage([columns('x', 2), columns('a', 1)], [columns('x', 1), columns('a', 2)]);
    expect(changesBetween(before, after)).toEqual(['REMOVE x1 a1', 'REMOVE y0 a0']);
    expect(changesBetween(after, before)).toEqual(['ADD x1 a1', 'ADD y0 a0']);
    expect(changesBetween(before, before)).toEqual([]);
  });

  it('are formed one by one', () => {
    const [wide, wider] = [columns('x', 5_000), columns('a', 5_000)];
    const changes = differ({
      urn: table,
      aspectName: 'upstreamLineage',
      before: undefined,
      after: lineage([wide, wider]),
    });
    const found = changes.filter((change) => change?.sourceUrn === column('x0')).take(2);
    expect([...found].map((change) => change?.destinationUrn)).toEqual([column('a0'), column('a1')]);
    expect(
      changesBetween(lineage([wide, wider]), lineage([wide, wider], [['z'].map(column), wide])),
    ).toHaveLength(wide.length);
  });
});
