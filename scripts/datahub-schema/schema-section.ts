import { EMPTY, MISSING, REFUSED } from './missing.ts';
import { datahubNames, versionOfNames } from './read-names.ts';

/** The section of `docs/compatibility.md` on DataHub's GraphQL schema, as lines. */
export function schemaSection(): readonly string[] {
  const all = datahubNames().length;
  const missing = MISSING.flatMap(({ names }) => names);
  return [
    `DataHub's schema at commit ${versionOfNames()} has ${all.toLocaleString('en')} names that documents can use (types, fields, arguments, members of`,
    'inputs, values of enums). These are missing, always refused, or without data in Colophon:',
    '',
    '| Name | State | Why |',
    '| --- | --- | --- |',
    ...MISSING.map(({ names, reason }) => `| ${names.map(code).join(', ')} | missing | ${reason} |`),
    ...rows(REFUSED, 'always an error'),
    ...rows(EMPTY, 'always empty'),
    '',
    `\`node scripts/write-datahub-names.ts FOLDER VERSION\` updates the names from DataHub's \`.graphql\` files; with \`--compare\` it lists`,
    `fields with different types. A test compares the names with Colophon's schema. ${missing.length} are missing. Some fields that DataHub requires,`,
    'such as the creation of an incident, can be null here.',
  ];
}

function rows(reasons: Readonly<Record<string, string>>, state: string): readonly string[] {
  return Object.entries(reasons).map(([name, reason]) => `| ${code(name)} | ${state} | ${reason} |`);
}

function code(name: string): string {
  return `\`${name}\``;
}
