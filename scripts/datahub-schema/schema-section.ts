import { EMPTY, MISSING, REFUSED } from './missing.ts';
import { datahubNames, versionOfNames } from './read-names.ts';

/** The section of the page on DataHub's GraphQL schema. */
export function schemaSection(): readonly string[] {
  const all = datahubNames().length;
  const missing = MISSING.flatMap(({ names }) => names);
  return [
    `Of the ${all.toLocaleString('en')} names of DataHub's schema at commit ${versionOfNames()} that documents can use (types, fields,`,
    'arguments, members of inputs, values of enums), these are missing, always refused, or without data here:',
    '',
    '| Name | State | Why |',
    '| --- | --- | --- |',
    ...MISSING.map(({ names, reason }) => `| ${names.map(code).join(', ')} | missing | ${reason} |`),
    ...rows(REFUSED, 'always an error'),
    ...rows(EMPTY, 'always empty'),
    '',
    `\`node scripts/write-datahub-names.ts FOLDER VERSION\` renews the names from DataHub's \`.graphql\` files, and lists with`,
    `\`--compare\` the fields whose types differ. A test compares the names with our schema. ${missing.length} are missing. Fields of`,
    'entities that may lack what DataHub requires, such as the creation of an incident, can be null here.',
  ];
}

function rows(reasons: Readonly<Record<string, string>>, state: string): readonly string[] {
  return Object.entries(reasons).map(([name, reason]) => `| ${code(name)} | ${state} | ${reason} |`);
}

function code(name: string): string {
  return `\`${name}\``;
}
