import * as fc from 'fast-check';

/** An HTTP request without its token. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Strings that are valid in some places and problematic in others. None names a hidden entity. */
export const HARMLESS_WORDS = [
  '*',
  'x',
  '',
  'dataset',
  'DATASET',
  'status',
  'structuredProperties',
  'datasetProperties',
  'urn:li:',
  'urn:li:tag:other',
  'urn:li:corpuser:stranger',
  'urn:li:structuredProperty:none',
  '__proto__',
  'constructor',
  'urn:li:constructor:x',
  'urn:li:tag:__proto__',
  'a\ud800b',
  'urn:li:tag:a\ud800b',
  'a\0b',
  '%',
  '(',
  'List(',
  "''",
  '‮',
];

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 }));

/** Mostly one of the words, so that requests refer to existing things; else any string. */
export function texts(words: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: anyText });
}

/** An object with these members; occasionally some are missing, or one is arbitrary JSON. */
export function objectOf(members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const sloppy = Object.fromEntries(
    Object.entries(members).map(([name, arbitrary]) => [
      name,
      fc.oneof({ weight: 30, arbitrary }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
    ]),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(sloppy) },
    { weight: 1, arbitrary: fc.record(sloppy, { requiredKeys: [] }) },
  );
}

/** JSON text; one in ten is broken. */
export function jsonText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = value.map((json) => JSON.stringify(json));
  const broken = fc.tuple(whole, fc.nat(), anyText).map(([text, at, put]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + put + text.slice(start + 1);
  });
  return fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

/** A string for a URL: percent-encoded once, twice, or with `()`, `,` and `:` unescaped. */
export function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.nat(9)).map(([plain, how]) => {
    const once = encodeURIComponent(plain.toWellFormed());
    if (how === 0) return encodeURIComponent(once);
    return how === 1 ? once.replace(/%(?:28|29|2C|3A)/g, decodeURIComponent) : once;
  });
}

/** Content types of bodies, mostly JSON. */
export const CONTENT_TYPES = fc.constantFrom(
  ...Array.from({ length: 30 }, () => 'application/json'),
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json-patch+json',
  'multipart/form-data',
);
