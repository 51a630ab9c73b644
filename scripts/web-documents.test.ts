import { readFileSync, readdirSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { merge } from '../web/src/api/together/merged-document.ts';

const ROOT = new URL('../', import.meta.url);
const schema = buildSchema(readFileSync(new URL('docs/api/schema.graphql', ROOT), 'utf8'));

/** Texts of the GraphQL documents of the web interface. */
const TEXTS = readdirSync(new URL('web/src', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .flatMap((name) => [
    ...readFileSync(new URL(`web/src/${name}`, ROOT), 'utf8').matchAll(/graphql\(\s*`([^`]*)`/g),
  ])
  .map(([, text = '']) => text.replace('@_unmask', ''));
const FRAGMENTS = new Map(
  TEXTS.flatMap((text) => {
    const name = /^\s*fragment (\w+)/.exec(text)?.[1];
    return name === undefined ? [] : [[name, text] as const];
  }),
);

/** A document with the fragments that it spreads, directly or not. */
function withFragments(text: string): readonly string[] {
  const texts = new Set([text]);
  for (const one of texts)
    for (const [, name = ''] of one.matchAll(/\.\.\.(\w+)/g)) {
      const fragment = FRAGMENTS.get(name);
      if (fragment !== undefined) texts.add(fragment);
    }
  return [...texts];
}

describe('the GraphQL documents of the web interface', () => {
  it('have fragments with names of their own', () => {
    expect(FRAGMENTS.size).toBe(TEXTS.filter((text) => /^\s*fragment/.test(text)).length);
  });

  it('are valid when they are sent together, and twice', () => {
    const queries = TEXTS.filter((text) => /^\s*query/.test(text)).map(withFragments);
    expect(queries.length).toBeGreaterThan(50);
    for (const texts of queries) {
      const part = { texts, variables: {} };
      const others = { texts: queries[0] ?? [], variables: {} };
      const { query } = merge([part, others, part]);
      expect(
        validate(schema, parse(query)).map(({ message }) => message),
        texts[0],
      ).toEqual([]);
    }
  });
});
