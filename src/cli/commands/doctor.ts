import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { followJob } from '../follow-job.ts';
import { jsonText, printable, tableText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly repair?: boolean;
  readonly format: OutputFormat;
}

/** Kinds of differences: names in the response, and their text. */
const KINDS: Readonly<Record<string, string>> = {
  missingInIndex: 'missing in the index',
  onlyInIndex: 'only in the index',
  differentDocument: 'different from the store',
};

/** `colophon doctor`: verifies the search index against the store. */
export function doctorCommand(context: CommandContext): Command {
  const command = newCommand(
    'doctor',
    'Compare the search index with the store, entity by entity, and report differences and names shared by several ' +
      'structured properties. Also checks the rows and the file of the store. The exit code is 1 if anything is wrong; --repair reindexes entities that differ.',
    [
      { line: 'doctor', does: 'compare; change nothing' },
      {
        line: 'doctor --repair --data ./colophon-data',
        does: 'repair the index of a data folder',
      },
    ],
  ).option('--repair', 'reindex the entities that differ');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => doctor(flags, context));
}

async function doctor(flags: Flags, context: CommandContext): Promise<void> {
  const request = { repair: flags.repair === true };
  const result = await withCatalog(flags, context, (client) => followJob(client, 'doctor', request, context));
  context.print(flags.format === 'json' ? jsonText(result) : reportText(result));
  if (damageIn(result) > 0) throw new CatalogError('CONFLICT', `The store is damaged. ${DAMAGE_REMEDY}`);
  if (differencesIn(result) > numberOf(result['repaired'])) {
    const remedy = "Run 'colophon doctor --repair' to reindex these entities.";
    throw new CatalogError('CONFLICT', `The index differs from the store. ${remedy}`);
  }
  if (contestedIn(result).length > 0) {
    const remedy = 'Delete all but one of the properties, or define them again under other names.';
    throw new CatalogError('CONFLICT', `Structured properties share a name. ${remedy}`);
  }
}

function differencesIn(result: JsonObject): number {
  return Object.keys(KINDS).reduce((sum, kind) => sum + numberOf(result[kind]), 0);
}

/** A repair of the index would not help: it would copy the damage into the index. */
const DAMAGE_REMEDY =
  'Restore catalog.db from a backup. Or write the listed aspects again from an export or an earlier version, and delete ' +
  'those that cannot be written.';

/** Number of damaged rows plus problems of the file. */
function damageIn(result: JsonObject): number {
  return numberOf(result['damaged']) + asList(result['fileProblems'] ?? [], 'fileProblems').length;
}

function damageText(result: JsonObject): readonly string[] {
  if (damageIn(result) === 0) return [];
  const rows = asList(result['damagedRows'] ?? [], 'damagedRows').map((item) => asObject(item, 'row'));
  const problems = asList(result['fileProblems'] ?? [], 'fileProblems');
  return [
    '',
    `${numberOf(result['damaged'])} damaged rows in the store, whose entities are not compared:`,
    ...rows.map((row) => {
      const place = `${asText(row['aspectName'], 'aspectName')} of ${asText(row['urn'], 'urn')}`;
      return `  ${printable(place)}, ${whichPart(row)}: ${printable(asText(row['problem'], 'problem'))}`;
    }),
    ...problems.map((problem) => `  catalog.db: ${printable(asText(problem, 'problem'))}`),
  ];
}

function whichPart({ deletedIn, timestampMillis, version }: JsonObject): string {
  if (timestampMillis !== undefined) return `point at ${new Date(numberOf(timestampMillis)).toISOString()}`;
  const which = numberOf(version) === 0 ? 'latest version' : `version ${numberOf(version)}`;
  return deletedIn === undefined ? which : `${which} before its deletion`;
}

function contestedIn(result: JsonObject): readonly JsonObject[] {
  return asList(result['contestedNames'] ?? [], 'contestedNames').map((item) => asObject(item, 'name'));
}

function reportText(result: JsonObject): string {
  return [
    indexText(result),
    ...damageText(result),
    ...incompleteText(result),
    ...contestedIn(result).map(contestedText),
    ...(typeof result['advice'] === 'string' ? ['', printable(result['advice'])] : []),
    ...formatText(result),
  ].join('\n');
}

/** Which version wrote the store, and the copies that its migration left. Earlier servers report no format. */
function formatText(result: JsonObject): readonly string[] {
  if (result['format'] === undefined) return [];
  const { build, copies, schema } = asObject(result['format'], 'format');
  return [
    '',
    `The store has schema ${numberOf(schema)}, written by Colophon ${printable(asText(build, 'build'))}.`,
    ...asList(copies ?? [], 'copies').map(
      (copy) =>
        `  A copy from before a migration: ${printable(asText(copy, 'copy'))}. Delete it once you do not want to go back.`,
    ),
  ];
}

/** Lists entities that are only partly indexed. */
function incompleteText(result: JsonObject): readonly string[] {
  const { count, samples } = asObject(result['incomplete'] ?? {}, 'incomplete');
  if (numberOf(count) === 0) return [];
  const named = asList(samples ?? [], 'samples').map((item) => asObject(item, 'sample'));
  return [
    '',
    `${numberOf(count)} entities are only partly indexed:`,
    ...named.map(({ reasons, urn }) => {
      const texts = asList(reasons, 'reasons').map((reason) => asText(reason, 'reason'));
      return `  ${printable(asText(urn, 'urn'))}: ${printable(texts.join('; '))}`;
    }),
  ];
}

function contestedText({ name, urns }: JsonObject): string {
  const claimants = asList(urns, 'urns').map((urn) => `  ${printable(asText(urn, 'urn'))}`);
  const field = printable(`structuredProperties.${asText(name, 'name')}`);
  return ['', `${field} is ambiguous between ${claimants.length} properties:`, ...claimants].join('\n');
}

function indexText(result: JsonObject): string {
  const differences = differencesIn(result);
  const examined = `Examined ${numberOf(result['entities'])} entities: `;
  if (differences === 0) return `${examined}the index matches the store.`;
  const samples = asList(result['samples'], 'samples').map((item) => asObject(item, 'sample'));
  return [
    `${examined}${differences} differences.`,
    ...Object.entries(KINDS).map(([kind, words]) => `  ${numberOf(result[kind])} ${words}`),
    '',
    tableText(
      ['ENTITY TYPE', ...Object.keys(KINDS)],
      typeRows(asObject(result['byEntityType'], 'byEntityType')),
    ),
    '',
    ...samples.map(
      ({ kind, urn }) => `  ${printable(asText(urn, 'urn'))}: ${KINDS[asText(kind, 'kind')] ?? ''}`,
    ),
    ...(numberOf(result['repaired']) > 0 ? ['', `Repaired: ${numberOf(result['repaired'])}.`] : []),
  ].join('\n');
}

function typeRows(byEntityType: JsonObject): readonly (readonly string[])[] {
  return Object.entries(byEntityType).map(([entityType, counts]) => {
    const ofType = asObject(counts, entityType);
    return [entityType, ...Object.keys(KINDS).map((kind) => String(numberOf(ofType[kind])))];
  });
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
