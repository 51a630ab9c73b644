/**
 * Writes the names of DataHub's GraphQL schema (types, fields, arguments, members of inputs, values of enums; no text), with which a
 * test compares our schema.
 *
 *   node scripts/write-datahub-names.ts FOLDER VERSION [--compare]
 *
 * FOLDER     with the `.graphql` files of `datahub-graphql-core/src/main/resources` of DataHub's repository
 * VERSION    of these files, such as `853a319 (August 2026)`
 * --compare  writes nothing; lists the fields and arguments whose types differ from ours
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
  throw new Error('Give the folder and the version of DataHub.');

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
