import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findThrowSites } from './find-throw-sites.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** Codes that say what happened without a kind: pages have words for them. */
const CLEAR_CODES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'the page asks the person to sign in',
  FORBIDDEN: 'the page says who may do it',
  NOT_FOUND: 'it does not exist, or is hidden',
  METHOD_NOT_ALLOWED: 'a fault of the program that calls',
  UNSUPPORTED_MEDIA_TYPE: 'a fault of the program that calls',
  INTERNAL: 'a fault of the server',
  UNAVAILABLE: 'the same request succeeds later',
  TIMEOUT: 'the request took too long',
};

/** Files whose errors no page can cause. */
const OUT_OF_PAGES: Readonly<Record<string, string>> = {
  'src/api/agents/': 'agents read the sentences',
  'src/api/restli/': 'only DataHub’s clients use it',
  'src/api/openapi/links/': 'no page calls it',
  'src/api/openapi/platform/': 'no page sends parameters to it',
  'src/api/openapi/timeseries/': 'no page calls it',
  'src/api/openapi/v1/': 'no page calls it',
  'src/api/openapi/v2/': 'no page calls it',
  'src/cli/': 'the command line prints its own sentences',
  'src/composition/': 'an operator starts or moves a server',
  'src/config/': 'an operator starts a server',
  'src/effects/': 'a job of an operator reports it',
  'src/index.ts': 'a program starts a server',
  'src/model/registry/registry-file.ts': 'an operator starts a server with own models',
  'src/operations/plans/': 'only agents make and apply such plans',
  'src/search/mapping.ts': 'an operator starts a server with own models',
  'src/search/opensearch/cluster/failure.ts': 'the code that the engine caused says it',
  'src/search/opensearch/opensearch-columns.ts': 'a job of an operator reports it',
  'src/store/': 'an operator starts, moves or repairs a store',
  'src/system-update/': 'a job of an operator reports it',
};

const SITES = globSync('src/**/*.ts', { cwd: REPOSITORY })
  .filter((file) => !/\.(?:test|generated)\.ts$/.test(file))
  .flatMap((file) => findThrowSites(file, readFileSync(join(REPOSITORY, file), 'utf8')));

const NAMELESS = SITES.filter(({ isNamed }) => !isNamed);
const isClear = (code: string | undefined): boolean => code !== undefined && Object.hasOwn(CLEAR_CODES, code);
const folderOf = (file: string): string | undefined =>
  Object.keys(OUT_OF_PAGES).find((folder) => file.startsWith(folder));

describe('errors of the server', () => {
  it('have a kind of refusal, unless their code is clear or no page can cause them', () => {
    const missing = NAMELESS.filter(({ code, file }) => !isClear(code) && folderOf(file) === undefined);
    // Add `because('…')` with a kind of src/refusals/, or a reason to the lists above.
    expect(missing.map(({ file, line, source }) => `${file}:${line} ${source}`)).toEqual([]);
    expect(SITES.length - NAMELESS.length).toBeGreaterThan(300);
  });

  it.each(Object.keys(CLEAR_CODES))('%s is a code without a kind somewhere', (code) => {
    expect(NAMELESS.some((site) => site.code === code)).toBe(true);
  });

  it.each(Object.keys(OUT_OF_PAGES))('%s has an error without a kind', (folder) => {
    expect(NAMELESS.some(({ code, file }) => !isClear(code) && file.startsWith(folder))).toBe(true);
  });
});

describe('a throw site', () => {
  it.each([
    ["throw invalidRequest('x');", 'INVALID_REQUEST'],
    ["throw invalidRequest(`x ${y}`, 'field');", 'INVALID_REQUEST'],
    ["throw new CatalogError('CONFLICT', 'x');", 'CONFLICT'],
    ["throw new CatalogError(code, 'x', { cause: error });", undefined],
    ["class A extends CatalogError { constructor() { super('GONE', 'x'); } }", 'GONE'],
  ])('without a kind is found: %s', (source, code) => {
    expect(findThrowSites('a.ts', source)).toMatchObject([{ code, isNamed: false, line: 1 }]);
  });

  it.each([
    "throw invalidRequest('x', undefined, because('LOOP'));",
    "throw new CatalogError('CONFLICT', 'x', because('LOOP'));",
    "throw new CatalogError('CONFLICT', 'x', { cause: error, problems });",
    "throw new CatalogError('CONFLICT', 'x', { ...because('LOOP'), cause: error });",
    "class A extends CatalogError { constructor() { super('GONE', 'x', because('LOOP')); } }",
  ])('with a kind is named: %s', (source) => {
    expect(findThrowSites('a.ts', source)).toMatchObject([{ isNamed: true }]);
  });

  it('is no constructor of another class', () => {
    expect(findThrowSites('a.ts', "class A extends B { constructor() { super('x'); } }")).toEqual([]);
  });
});
