import fc from 'fast-check';
import type { Expression } from '../../../src/search/expression.ts';
import type { FieldValues, SearchDocument } from '../../../src/search/search-index.ts';
import { urnOf } from '../search-documents.ts';

/**
 * Fields with different distributions, so that all encodings of columns and sets occur: few and many distinct values,
 * single and multiple, dense and sparse, uniform and skewed.
 */
const FIELDS = {
  few: (h: Hash): FieldValues => [`few-${h(1) % 4}`],
  flag: (h: Hash): FieldValues => [h(2) % 50 === 0 ? 'true' : 'false'],
  many: (h: Hash): FieldValues => [`many-${h(3) % 700}`],
  number: (h: Hash): FieldValues => [(h(4) % 5000) / 4],
  skewed: (h: Hash): FieldValues => [Math.floor(1000 / (1 + (h(5) % 1000)))],
  several: (h: Hash): FieldValues => Array.from({ length: 1 + (h(6) % 3) }, (_, i) => `zone-${h(7 + i) % 6}`),
  severalNumbers: (h: Hash): FieldValues =>
    Array.from({ length: 1 + (h(10) % 4) }, (_, i) => h(11 + i) % 300),
  half: (h: Hash): FieldValues => (h(15) % 2 === 0 ? [h(16) % 40] : []),
  rare: (h: Hash): FieldValues => (h(17) % 100 === 0 ? [`rare-${h(18) % 5}`] : []),
  mixed: (h: Hash): FieldValues => (h(19) % 3 === 0 ? [h(20) % 10] : [`${h(20) % 10}`]),
  unique: (h: Hash): FieldValues => [`unique-${h(21)}`],
};

export const LARGE_FIELDS = Object.keys(FIELDS);

const WORDS = ['sales', 'orders', 'customer', 'invoice', 'ledger', 'zebra'];

/** A uniformly distributed 32-bit integer for each salt. */
type Hash = (salt: number) => number;

/** Document `i`; another `edition` has the same urn but different values. */
export function largeDocument(i: number, edition: number): SearchDocument {
  const h: Hash = (salt) =>
    mix(Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b) ^ Math.imul(edition, 0x27d4eb2f));
  const entries = Object.entries(FIELDS).map(([field, valuesOf]): [string, FieldValues] => [
    field,
    valuesOf(h),
  ]);
  const word = (salt: number) => WORDS[h(salt) % WORDS.length] ?? '';
  return {
    urn: urnOf(`${mix(i) % 7}.${i}`),
    entityType: i % 10 === 0 ? 'chart' : 'dataset',
    values: new Map(entries.filter(([, values]) => values.length > 0)),
    texts: new Map([
      ['name', [`${word(30)} ${word(31)} ${i % 500}`]],
      ['note', h(32) % 3 === 0 ? [`${word(33)} of ${word(34)}`, word(35)] : []],
    ]),
  };
}

const text = fc.oneof(
  fc.nat(4).map((n) => `few-${n}`),
  fc.constantFrom('true', 'false', '3', '7', 'nothing'),
  fc.nat(700).map((n) => `many-${n}`),
  fc.nat(6).map((n) => `zone-${n}`),
  fc.nat(5).map((n) => `rare-${n}`),
);
const number = fc.oneof(
  fc.nat(1300),
  fc.nat(10),
  fc.nat(5200).map((n) => n / 4),
);
const field = fc.constantFrom(...LARGE_FIELDS);
const bound = fc.record({
  value: fc.oneof({ weight: 3, arbitrary: number }, { weight: 1, arbitrary: text }),
  inclusive: fc.boolean(),
});

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({ kind: fc.constant('exists'), field }),
  fc.record({
    kind: fc.constant('terms'),
    field,
    values: fc.array(text, { minLength: 1, maxLength: 20 }),
    ignoreCase: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('numbers'),
    field,
    values: fc.array(number, { minLength: 1, maxLength: 20 }),
  }),
  fc.record({
    kind: fc.constant('pattern'),
    field,
    match: fc.constantFrom('prefix', 'suffix', 'contains'),
    value: fc.constantFrom('MANY-1', 'few', '-3', '5', 'zone-1'),
  }),
  fc.record({ kind: fc.constant('range'), field, lower: bound }),
  fc.record({ kind: fc.constant('range'), field, upper: bound }),
  fc.record({ kind: fc.constant('range'), field, lower: bound, upper: bound }),
);

/** Filters that match between none and nearly all of the documents. */
export const largeExpressions: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'expression' },
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('not'), of: tie('node') }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('and', 'or'),
        of: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
})).node;

/** 32-bit mixing function. */
function mix(x: number): number {
  let mixed = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
