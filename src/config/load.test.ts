import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { messageOf } from '../errors.ts';
import { loadConfig, type ConfigSources } from './load.ts';
import { DECLARED_OPTIONS } from './declared-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(sources: ConfigSources = {}) {
  return loadConfig({ environment: {}, folder, ...sources });
}

function complaintOf(sources: ConfigSources): string {
  try {
    load(sources);
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

function file(content: string): string {
  const path = join(folder, 'colophon.yaml');
  writeFileSync(path, content);
  return path;
}

describe('loadConfig', () => {
  it('has a default for everything', () => {
    const config = load();
    expect(config).toMatchObject({
      data: join(folder, 'colophon-data'),
      host: '127.0.0.1',
      port: 8080,
      memory: false,
      registry: [],
      limits: { bodyBytes: 16777216, graphql: { timeout: 60000 } },
      compatibility: { upsertStructuredProperties: 'replace', enforceEntityTypes: true },
      structuredProperties: { keywordMaxLength: 32766 },
    });
  });

  it.each([
    [undefined, 7 * 86_400_000],
    ['30d', 30 * 86_400_000],
    [3_600_000, 3_600_000],
    [' Forever ', Infinity],
  ])('keeps the change log for %j', (keepFor, expected) => {
    const flags = keepFor === undefined ? {} : { 'changeLog.keepFor': keepFor };
    expect(load({ flags }).changeLog).toEqual({ keepFor: expected });
  });

  it.each(['59m', 0, -1, '', 'never', Infinity, '101y', 1.5, '36501d', null, true])(
    'refuses to keep the change log for %j',
    (keepFor) => {
      expect(complaintOf({ flags: { 'changeLog.keepFor': keepFor } })).toMatch(
        /changeLog\.keepFor|change-log-keep-for/,
      );
    },
  );

  it('is frozen deeply', () => {
    const config = load({ flags: { registry: [folder] } });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.limits.graphql)).toBe(true);
    expect(Object.isFrozen(config.registry)).toBe(true);
  });

  it('prefers flags to the environment, and the environment to the file', () => {
    const configFile = file('port: 1\nhost: file\nlimits:\n  bodyBytes: 2MiB\n');
    const environment = { COLOPHON_PORT: '2', COLOPHON_HOST: 'environment' };
    const config = load({ configFile, environment, flags: { port: '3' } });
    expect(config).toMatchObject({ port: 3, host: 'environment', limits: { bodyBytes: 2097152 } });
  });

  it('finds the file through COLOPHON_CONFIG, and its relative paths beside it', () => {
    const nested = join(folder, 'nested');
    mkdirSync(join(nested, 'types'), { recursive: true });
    writeFileSync(join(nested, 'c.yaml'), 'data: kept\nregistry: [types]\n');
    const config = load({ environment: { COLOPHON_CONFIG: 'nested/c.yaml' } });
    expect(config.data).toBe(join(nested, 'kept'));
    expect(config.registry).toEqual([join(nested, 'types')]);
  });

  it('reads the addresses of engines, and does not show them in errors', () => {
    const store = 'postgres://me:secret@db/catalog';
    expect(load({ environment: { COLOPHON_STORE: store } })).toMatchObject({ store, search: '' });
    const wrong = ['mysql://me:secret@db/catalog', 'secret', 'postgres:///secret', 'http://me:secret@db'];
    for (const address of wrong) {
      const complaint = complaintOf({ environment: { COLOPHON_STORE: address } });
      expect(complaint).toContain('COLOPHON_STORE says something else');
      expect(complaint).not.toContain('secret');
    }
    const twice = complaintOf({ flags: { memory: 'true', store } });
    expect(twice).toContain("'memory' and 'store' (--store) exclude each other");
    expect(twice).not.toContain('secret');
  });

  it("accepts DataHub's variable for the maximum value length", () => {
    const config = load({ environment: { STRUCTURED_PROPERTIES_KEYWORD_MAX_LENGTH: '100' } });
    expect(config.structuredProperties.keywordMaxLength).toBe(100);
  });

  it("accepts DataHub's switch with the name of either search engine, that of OpenSearch first", () => {
    const reindexes = (environment: Record<string, string>) =>
      load({ environment }).systemUpdate.reindexMappings;
    for (const prefix of ['OPENSEARCH_', 'ELASTICSEARCH_', 'SEARCH_'])
      expect(reindexes({ [`${prefix}INDEX_BUILDER_MAPPINGS_REINDEX`]: 'true' })).toBe(true);
    const own = { OPENSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX: 'false' };
    expect(reindexes({ ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX: 'true', ...own })).toBe(false);
  });

  it('treats an empty variable as not set', () => {
    expect(load({ environment: { COLOPHON_PORT: '', COLOPHON_CONFIG: '' } }).port).toBe(8080);
  });

  it.each([
    [{ flags: { port: 'abc' } }, "'port' must be a whole number from 0 to 65535, but --port says 'abc'."],
    [{ flags: { port: '65536' } }, '--port says'],
    [{ environment: { COLOPHON_PORT: 'tcp://10.0.0.1:80' } }, 'COLOPHON_PORT says'],
    [{ environment: { COLOPHON_MEMORY: 'yes' } }, "'memory' must be true or false"],
    [{ environment: { COLOPHON_PROT: '1' } }, 'Did you mean COLOPHON_PORT?'],
    [{ flags: { logLevel: 'loud' } }, "'logLevel' must be one of debug, info, warn, error, silent"],
    [{ flags: { 'limits.bodyBytes': '16XB' } }, "'limits.bodyBytes' must be a number of bytes such as 16MiB"],
    [{ flags: { memory: true, data: 'x' } }, "'memory' keeps nothing"],
    [{ flags: { registry: ['nowhere'] } }, 'does not exist or is a file'],
    [{ configFile: 'missing.yaml' }, 'cannot be read'],
  ] satisfies [ConfigSources, string][])('refuses %j', (sources, message) => {
    expect(() => load(sources)).toThrow(message);
  });

  it('prefers the memory flag to a folder from the environment', () => {
    expect(load({ flags: { memory: true }, environment: { COLOPHON_DATA: 'x' } }).memory).toBe(true);
  });

  it.each([
    ['prot: 1', "line 1: there is no option 'prot'. Did you mean 'port'?"],
    [
      'host: a\nlimits:\n  bodybytes: 1',
      "line 3: there is no option 'limits.bodybytes'. Did you mean 'bodyBytes'?",
    ],
    ['limits: 5', "line 1: 'limits' is a group of options"],
    ['port: 1\nport: 2', 'line 2: duplicate key'],
    ['- port', 'line 1: a configuration file must contain a mapping'],
    ['port: 1\n---\nport: 2', 'line 3: a configuration file must contain one document'],
    ['port: ten', "line 1 says 'ten'"],
    ['limits:\n\tbodyBytes: 1', 'line 2: a tab cannot indent YAML'],
    ['__proto__: 1', "there is no option '__proto__'"],
  ])('refuses the file %j', (content, message) => {
    expect(() => load({ configFile: file(content) })).toThrow(message);
  });

  it('uses the defaults for an empty file', () => {
    expect(load({ configFile: file('# nothing yet\n') })).toEqual(load());
  });
});

describe('options', () => {
  it('have unique names, flags and variables', () => {
    const names = DECLARED_OPTIONS.flatMap(({ name, flag, environment }) => [name, flag, ...environment]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have defaults that their own type accepts, and help', () => {
    for (const { option, name } of DECLARED_OPTIONS) {
      expect(option.type.parse(option.default, folder), name).toBeDefined();
      expect(option.help, name).toMatch(/\.$/);
    }
  });
});
