/**
 * Writes the names of DataHub's GraphQL schema (types, fields, arguments, members of inputs, values of enums; no descriptions). A test
 * compares them with Colophon's schema.
 *
 *   node scripts/write-datahub-names.ts FOLDER VERSION [--compare]
 *
 * FOLDER     folder with the `.graphql` files: `datahub-graphql-core/src/main/resources` of DataHub's repository
 * VERSION    version of these files, such as `853a319 (August 2026)`
 * --compare  writes nothing; lists the fields and arguments with different types
 */
import { buildASTSchema, concatAST, parse } from 'graphql';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ourSchema, NAMES_FILE } from './datahub-schema/read-names.ts';
import { typesOfMembers } from './datahub-schema/types-of-members.ts';
import { namesOfTypes, reachableTypes, toLine } from './datahub-schema/schema-names.ts';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false } },
});
const [folder, version] = positionals;
if (folder === undefined || version === undefined)
  throw new Error('The folder with the .graphql files of DataHub and their version are required.');

const documents = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .toSorted()
  .map((file) => parse(readFileSync(join(folder, file), 'utf8')));
const types = reachableTypes(buildASTSchema(concatAST(documents), { assumeValidSDL: true }));

if (options.compare) {
  const ours = typesOfMembers(Object.values(ourSchema().getTypeMap()));
  for (const [name, type] of typesOfMembers(types)) {
    const own = ours.get(name);
    if (own !== undefined && own !== type) console.log(`${name}: ${own}, in DataHub ${type}`);
  }
} else {
  const lines = namesOfTypes(types).map(toLine);
  const head = `# Names of DataHub's GraphQL schema at commit ${version}, written by scripts/write-datahub-names.ts.`;
  writeFileSync(
    NAMES_FILE,
    [head, '# Types that no document can reach are left out.', ...lines, ''].join('\n'),
  );
}
