/**
 * Writes snapshots of the public interfaces, so that every interface change is visible in the diff of its commit:
 *
 * - `docs/api/schema.graphql`: the printed GraphQL schema, sorted, so that its diff does not depend on where a field is written;
 * - `docs/api/openapi-generic.json`, `docs/api/openapi-dataset.json`: the part of the OpenAPI document that belongs to no entity
 *   type, and the part of datasets;
 * - `docs/api/openapi-entity-types.json`: fingerprints of the parts of all entity types. They are derived from the registry like the
 *   part of datasets; complete, they would take twelve megabytes.
 *
 *   node scripts/write-api-descriptions.ts [--check]
 *
 * --check  writes nothing; exits with 1 if a checked-in file differs
 */
import { lexicographicSortSchema, printSchema } from 'graphql';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../src/app.ts';
import { ROOT_ACTOR } from '../src/auth/actor.ts';
import { buildCatalogSchema } from '../src/api/graphql/catalog-schema.ts';
import { loadConfig } from '../src/config/load.ts';
import { readRegistry } from '../src/config/read-registry.ts';
import { loadRegistry } from '../src/model/registry/load-registry.ts';
import { fingerprint } from '../src/util/fingerprint.ts';
import { formatText } from './format-text.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'api');
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const wanted = await describeApis();
for (const [name, text] of Object.entries(wanted)) {
  const file = join(folder, name);
  if (!options.check) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  } else if (text !== present(file)) {
    console.error(
      `docs/api/${name} differs from what the server answers; run: node scripts/write-api-descriptions.ts`,
    );
    process.exitCode = 1;
  }
}

function present(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return String(error);
  }
}

/** The text of each file by its name. The OpenAPI document is read from a server that is started in memory. */
async function describeApis(): Promise<Readonly<Record<string, string>>> {
  const config = loadConfig({ flags: { memory: true, logLevel: 'error' }, environment: {} });
  await using app = await createApp(config);
  const authorization = `Bearer ${app.tokens.issue(ROOT_ACTOR)}`;
  const part = async (name: string): Promise<string> => {
    const url = `/openapi/v3/api-docs?entity=${name}`;
    return (await app.http.inject({ url, headers: { authorization } })).body;
  };
  const fingerprints: Record<string, string> = {};
  for (const name of [...loadRegistry(readRegistry()).entities.keys()].sort()) {
    fingerprints[name] = fingerprint(await part(name));
  }
  return {
    'schema.graphql': await formatText(join(folder, 'schema.graphql'), printedSchema()),
    'openapi-generic.json': await formatJson(await part('generic')),
    'openapi-dataset.json': await formatJson(await part('dataset')),
    'openapi-entity-types.json': await formatJson(JSON.stringify(fingerprints)),
  };
}

function printedSchema(): string {
  return printSchema(lexicographicSortSchema(buildCatalogSchema()));
}

function formatJson(text: string): Promise<string> {
  return formatText(join(folder, 'description.json'), text);
}
