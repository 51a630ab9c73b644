import { type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlainSchema, readSchemaText } from '../../src/api/graphql/schema/build-schema.ts';
import { coordinates, fromLine, namesOfTypes } from './schema-names.ts';

/** The file with the names of DataHub's schema. */
export const NAMES_FILE = join(import.meta.dirname, 'names.txt');

/** Every name of DataHub's schema, in the order of the file. */
export function datahubNames(): readonly string[] {
  return readFileSync(NAMES_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => coordinates(fromLine(line)));
}

/** Commit of DataHub's repository from which the names were read. Throws if the file does not name it. */
export function versionOfNames(): string {
  const found = /at commit (.*), written by/.exec(readFileSync(NAMES_FILE, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${NAMES_FILE} does not name the commit of DataHub.`);
  return found;
}

/** Colophon's schema, without resolvers. */
export function ourSchema(): GraphQLSchema {
  return buildPlainSchema(readSchemaText());
}

/** The names of DataHub's schema that Colophon's schema lacks; for a missing type only the type, without its members. */
export function missingNames(): readonly string[] {
  const own = new Set(namesOfTypes(Object.values(ourSchema().getTypeMap())).flatMap(coordinates));
  const missing = datahubNames().filter((name) => !own.has(name));
  const types = new Set(
    missing.flatMap((name) => /^(?:enum|input|interface|type|union) (\w+)$/.exec(name)?.[1] ?? []),
  );
  return missing.filter((name) => !types.has(/^\w+(?=[. ])/.exec(name)?.[0] ?? ''));
}
