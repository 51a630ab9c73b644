import { describe, expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  registry,
  messagesOf,
  ruleContext,
} from '../../../test/support/memory/fake-state.ts';
import { COLUMN_ASPECTS, MAX_COLUMN_PAIRS } from '../../model/relationships/column-links.ts';
import type { JsonObject } from '../../util/json.ts';
import { columnPairs } from './column-pairs.ts';

const table = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)';
const columns = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `urn:li:schemaField:(${table},${prefix}${i})`);
const lineage = (...products: readonly (readonly [number, number])[]): JsonObject => ({
  fineGrainedLineages: products.map(([up, down]) => ({
    upstreamType: 'FIELD_SET',
    downstreamType: 'FIELD_SET',
    upstreams: columns('a', up),
    downstreams: columns('b', down),
  })),
});

function failures(
  urn: string,
  aspectName: string,
  after: JsonObject,
  before?: JsonObject,
): readonly string[] {
  const change = aspectChange({ urn, aspectName, after, ...(before && { before }) });
  return messagesOf(change, columnPairs.check(change, ruleContext(new FakeState())));
}

describe.each([
  [table, 'upstreamLineage'],
  [job, 'dataJobInputOutput'],
])('column lineage of %s', (urn, aspectName) => {
  it('may have the maximum of pairs, of all statements together', () => {
    expect(failures(urn, aspectName, lineage([1_000, 50], [500, 100]))).toEqual([]);
    expect(failures(urn, aspectName, lineage([1_000, 50], [500, 100], [1, 1]))).toEqual([
      `${aspectName} states ${MAX_COLUMN_PAIRS + 1} pairs of an upstream and a downstream column, but ${MAX_COLUMN_PAIRS} are allowed. ` +
        'State the lineage of each column, or leave columns out.',
    ]);
  });

  it('that is stored above the limit may shrink, but not grow', () => {
    const stored = lineage([1_000, 200]);
    expect(failures(urn, aspectName, lineage([1_000, 199]), stored)).toEqual([]);
    expect(failures(urn, aspectName, lineage([1_000, 201]), stored)).toHaveLength(1);
  });
});

it('many statements are counted with turns for other work in between', () => {
  const after = lineage(...Array.from({ length: 1_000 }, () => [2, 1] as const));
  const judged = [
    ...columnPairs.check(
      aspectChange({ urn: table, aspectName: 'upstreamLineage', after }),
      ruleContext(new FakeState()),
    ),
  ];
  expect(judged).toEqual(Array.from({ length: 1_000 }));
});

it('the rule covers every aspect that states lists of upstream and downstream columns', () => {
  const stating = [...registry.aspects.values()].filter(({ record }) =>
    record.fields.has('fineGrainedLineages'),
  );
  expect(stating.map(({ name }) => name).filter((name) => !COLUMN_ASPECTS.includes(name))).toEqual([]);
});
