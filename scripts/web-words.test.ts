import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLATFORM_PRIVILEGES, RESOURCE_PRIVILEGES } from '../src/model/access/privileges.ts';
import { entityTypeWord } from '../web/src/api/names/entity-type-label.ts';
import { wordOfAspect } from '../web/src/shared/words/aspect-words.ts';
import { meansOf, requestWords } from '../web/src/shared/words/request-words.ts';

const ROOT = new URL('../', import.meta.url);
const ASPECTS = ['registry/aspects', 'registry/own'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT)).map((file) => file.replace('.json', '')),
);
const FIELDS = [
  ...readFileSync(new URL('docs/api/schema.graphql', ROOT), 'utf8').matchAll(
    /^(?:extend )?type (?:Query|Mutation) \{$([\s\S]*?)^\}/gm,
  ),
].flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name = '']) => name));
const ROUTES = Object.entries(
  (
    JSON.parse(readFileSync(new URL('docs/api/openapi-generic.json', ROOT), 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    }
  ).paths,
).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
);

/** Words of a sentence: no capital after a small letter, no underscore, no slash, nothing of the implementation. */
const SENTENCE =
  /^(?!.*(?:datahub|corp user|corpuser))(?:(?:[A-Z]{2,7}|GraphQL|OpenAPI|OpenLineage|Rest\.li|[a-z][a-z\d]*|\d+),? ?)+$/;

const TYPES = Object.keys(
  (JSON.parse(readFileSync(new URL('registry/entity-types.json', ROOT), 'utf8')) as { entityTypes: object })
    .entityTypes,
);

describe('words for internal names', () => {
  it.each([
    ['aspects', ASPECTS, wordOfAspect],
    ['entity types', TYPES, entityTypeWord],
    ['GraphQL operations', FIELDS, requestWords],
    ['routes', ROUTES, requestWords],
  ] as const)('of %s are words of a sentence', (_kind, names, wordOf) => {
    expect(names.length).toBeGreaterThan(50);
    const unfit = names.map((name) => [name, wordOf(name)]).filter(([, words = '']) => !SENTENCE.test(words));
    expect(unfit).toEqual([]);
  });

  it('of privileges are display names', () => {
    const all = [...PLATFORM_PRIVILEGES, ...RESOURCE_PRIVILEGES.flatMap(({ privileges }) => privileges)];
    expect(
      all.filter(
        ({ displayName }) => !/^[A-Z][\w &+,()'’/-]*$/.test(displayName) || displayName.includes('_'),
      ),
    ).toEqual([]);
  });

  it.each([
    ['listIngestionSources, me', 'list ingestion sources, me'],
    ['createERModelRelationship', 'create ER model relationship'],
    ['PUT /api/colophon/v1/users/:urn/password', 'replace users password'],
    ['GET (no such path)', 'read a page'],
  ])('%s: %s', (operation, words) => {
    expect(requestWords(operation)).toBe(words);
  });

  it.each([
    [{ protocol: 'graphql', userAgent: 'Mozilla/5.0 (X11)' }, 'in the browser'],
    [{ protocol: 'restli', userAgent: 'unheard/1.0' }, 'through Rest.li'],
    [{ protocol: 'openapi', userAgent: null }, 'through OpenAPI'],
    [{ protocol: 'web', userAgent: null }, 'on the sign-in pages'],
  ])('%j: %s', (request, means) => {
    expect(meansOf({ operation: 'x', ...request })).toBe(means);
  });
});
