import { expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { aspectRow } from '../../test/support/memory/search-fixtures.ts';
import { Aspect } from '../model/aspect.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { INCOMPLETE, UNJUDGED } from '../search/documents/incomplete.ts';
import type { EntityRows } from '../store/entity-rows.ts';
import { createDocumentReader } from './index-documents.ts';

const [FIT, UNFIT] = [parseUrn('urn:li:tag:fit'), parseUrn('urn:li:tag:unfit')];
const REASON = expect.stringMatching(/^aspect tagProperties: .*JSON/);
/** Rows that fail when they are read. */
const FAILING = new Proxy(
  {},
  {
    get: () => {
      throw new RangeError('too deep');
    },
  },
);
const NO_PROPERTIES = {
  get: () => undefined,
  resolve: () => undefined,
  all: () => [],
  ruled: () => [],
  worded: () => [],
};

function rowsOf(urn: Urn, properties: string): EntityRows {
  const { created, systemMetadata } = aspectRow(urn, 'tagProperties', {}).aspect;
  const aspect = new Aspect({
    urn,
    aspectName: 'tagProperties',
    text: properties,
    systemMetadata,
    created,
    sequence: 1,
  });
  return {
    entity: {
      urn,
      created: { time: 0, actor: parseUrn('urn:li:corpuser:a') },
      systemMetadata: { lastObserved: 0, runId: 'r' },
    },
    rows: new Map([
      ['tagProperties', { aspect, internal: {} }],
      ['status', aspectRow(urn, 'status', { removed: true })],
    ]),
  };
}

it('an aspect that cannot be indexed does not affect other aspects or entities', async () => {
  const stored = new Map([
    [FIT, rowsOf(FIT, '{"name":"fit"}')],
    [UNFIT, rowsOf(UNFIT, '{')],
  ]);
  const reported: unknown[] = [];
  const reader = { rows: () => Promise.resolve(stored) };
  const read = createDocumentReader(reader, REGISTRY, NO_PROPERTIES, (...report) => reported.push(report));
  const [fit, unfit] = await read([FIT, UNFIT]);
  expect(fit).toMatchObject({
    texts: new Map([
      ['name', ['fit']],
      ['id', ['fit']],
    ]),
  });
  const { values } = { values: new Map<string, unknown>(), ...unfit };
  expect(values.get('removed')).toEqual(['true']);
  expect(values.get(INCOMPLETE)).toEqual([REASON]);
  expect(values.get(UNJUDGED)).toEqual(['true']);
  expect(reported).toEqual([[UNFIT, REASON]]);
});

it('an entity with unreadable rows has urn and type', async () => {
  const rows = { ...rowsOf(UNFIT, '{}'), rows: FAILING } as unknown as EntityRows;
  const reader = { rows: () => Promise.resolve(new Map([[UNFIT, rows]])) };
  const [unfit] = await createDocumentReader(reader, REGISTRY, NO_PROPERTIES)([UNFIT]);
  expect(unfit).toMatchObject({ urn: UNFIT, entityType: 'tag', texts: new Map() });
  expect({ values: new Map<string, unknown>(), ...unfit }.values.get(INCOMPLETE)).toEqual([
    'values and words: too deep',
  ]);
});
