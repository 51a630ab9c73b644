import fc from 'fast-check';
import type { Bound, Expression } from '../../../src/search/expression.ts';
import type {
  DocumentChange,
  FacetRequest,
  FieldValues,
  Query,
  SortKey,
  WordQuery,
} from '../../../src/search/search-index.ts';
import { urnOf } from '../search-documents.ts';

/** Strings that challenge encodings, separators, number parsing and sort orders. */
const ODD_TEXTS = [
  '',
  'NaN',
  '0',
  '-0',
  '1e308',
  'true',
  'a.b',
  'a_b',
  'a\u241fb',
  'a~b',
  'a/b',
  'a%2Fb',
  'a b',
  'A.B',
  'ab',
  'b',
  '\u00e9',
  'e\u0301',
  '\uffee',
  '\u{1f600}',
  '\ud83d',
  '\ude00',
  '\u{1f600}z',
  '\u212a',
  'k',
  'K',
  '\0',
  '\u00df',
  'SS',
];
const LONG_TEXT = 'x'.repeat(32_766);
const WORDS = [
  'sales',
  'Sales',
  'orderId2',
  'orders_of',
  'ledger',
  '799',
  'Été',
  'ete',
  'HTTPServer',
  '東京',
  '-',
  '',
];
const FIELDS = ['one', 'two', 'mixed', 'rare'];
const TYPES = ['dataset', 'chart', 'tag'];

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(LONG_TEXT, `${LONG_TEXT.slice(1)}y`) },
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 53),
  fc.integer({ min: -3, max: 12 }),
);
const key = fc.constantFrom(...Array.from('abcdefghijklmnopqrst'), 'A', 'a.b', '\u{1f600}', '\uffee', '%2F');
const field = fc.constantFrom(...FIELDS);
const anyField = fc.constantFrom(...FIELDS, 'urn', '_entityType', 'unknown');

function listOf<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { minLength: 1, maxLength: 4 });
}

const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '));
const values: fc.Arbitrary<[string, FieldValues]> = fc.oneof(
  fc.tuple(fc.constantFrom('one', 'mixed'), fc.tuple(text)),
  fc.tuple(fc.constantFrom('two', 'mixed'), listOf(text)),
  fc.tuple(fc.constantFrom('one', 'mixed', 'rare'), listOf(number)),
  fc.tuple(fc.constantFrom('one', 'two'), fc.tuple(number)),
);

const change: fc.Arbitrary<DocumentChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        urn: key.map(urnOf),
        entityType: fc.constantFrom(...TYPES),
        values: fc.array(values, { maxLength: 4 }).map((entries) => new Map(entries)),
        texts: fc
          .array(
            fc.tuple(fc.constantFrom('name', 'note'), fc.array(sentence, { minLength: 1, maxLength: 2 })),
            { maxLength: 2 },
          )
          .map((entries) => new Map(entries)),
      })
      // Full-text fields are value fields too.
      .map((document) => ({ ...document, values: new Map([...document.values, ...document.texts]) })),
  },
  { weight: 1, arbitrary: fc.record({ urn: key.map(urnOf), removed: fc.constant<true>(true) }) },
);

const bound: fc.Arbitrary<Bound> = fc.record({ value: fc.oneof(text, number), inclusive: fc.boolean() });
const fieldText = fc.oneof(text, key.map<string>(urnOf), fc.constantFrom(...TYPES));

/** Typed search words. */
const query = fc
  .array(fc.constantFrom(...WORDS, 'order_id2', 'orders', 'sale*', 'l*', 'orderI*'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.join(' '));

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant<Expression>({ kind: 'all' }),
  fc.constant<Expression>({ kind: 'none' }),
  fc.record({ kind: fc.constant('exists'), field: anyField }),
  fc.record({
    kind: fc.constant('terms'),
    field: anyField,
    values: fc.array(fieldText, { maxLength: 4 }),
    ignoreCase: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('numbers'), field: anyField, values: fc.array(number, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('pattern'),
    field: anyField,
    match: fc.constantFrom('prefix', 'suffix', 'contains', 'glob'),
    value: fc.oneof(
      text,
      fc.constantFrom('urn:li:dataset:', 'URN:LI:DATASET:A', 'a', 'T', 'a?b', '*b', '?', 'urn:*:?', '\\?'),
    ),
  }),
  fc.record({ kind: fc.constant('range'), field: anyField, lower: bound }),
  fc.record({
    kind: fc.constant('words'),
    fields: fc.subarray(['name', 'note', 'two', 'unknown'], { minLength: 1 }),
    text: query,
    inOrder: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('range'), field: anyField, upper: bound }),
  fc.record({ kind: fc.constant('range'), field: anyField, lower: bound, upper: bound }),
);

/** Nested filters of all kinds. */
export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('not'), of: tie('node') }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('and', 'or'),
        of: fc.array(tie('node'), { maxLength: 3 }),
      }),
    },
  ),
})).node;

const words: fc.Arbitrary<WordQuery> = fc.record({
  text: query,
  isStrict: fc.boolean(),
  fields: fc.constantFrom(
    [{ field: 'name', boost: 1 }],
    [
      { field: 'name', boost: 4 },
      { field: 'note', boost: 1 },
    ],
    [{ field: 'unknown', boost: 1 }],
  ),
});

const entityTypes = fc.oneof(
  { weight: 3, arbitrary: fc.constant(TYPES) },
  fc.subarray(TYPES, { minLength: 1 }),
);

/** Queries with and without words. */
export const queries: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ entityTypes, where: expressions }) },
  { weight: 1, arbitrary: fc.record({ entityTypes, where: expressions, words }) },
);

/** Sort orders of up to two keys. */
export const sortOrders: fc.Arbitrary<SortKey[]> = fc.array(
  fc.record({ field: anyField, descending: fc.boolean() }),
  { maxLength: 2 },
);

/** Facets on one field or two. */
export const facetRequests: fc.Arbitrary<FacetRequest> = fc.record({
  fields: fc.oneof(
    fc.tuple(fc.constantFrom(...FIELDS, '_entityType', 'unknown', 'urn')),
    fc.tuple(field, fc.constantFrom(...FIELDS, '_entityType', 'unknown')),
  ),
  size: fc.integer({ min: 0, max: 12 }),
});

/** Batches of changes. */
export const batches: fc.Arbitrary<DocumentChange[]> = fc.array(change, { maxLength: 8 });
