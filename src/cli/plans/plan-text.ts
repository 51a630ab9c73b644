import { asList, asObject, asText, optionalInteger } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { counted, printable, tableText } from '../output.ts';

/** Maximum number of values shown per breakdown. */
const SHOWN = 10;

const BREAKDOWNS = [
  ['byEntityType', 'by entity type'],
  ['byPlatform', 'by platform'],
  ['byValue', 'by value'],
] as const;

/** Formats a plan: a table of all properties, then the reasons and the affected values of each that loses values. */
export function planText(plan: JsonObject): string {
  const definitions = asList(plan['definitions'], 'definitions').map((item) => asObject(item, 'definition'));
  const rows = definitions.map((definition) => [
    asText(definition['change'], 'change'),
    String(count(definition['entities'])),
    String(count(definition['values'])),
    asText(definition['urn'], 'urn'),
  ]);
  const table = tableText(['CHANGE', 'ENTITIES', 'VALUES', 'PROPERTY'], rows);
  return [table, ...definitions.map(details).filter((text) => text !== '')].join('\n\n');
}

/** The sequence at which the numbers of a plan are exact. */
export function sequenceText(plan: JsonObject): string {
  return `Exact as of sequence ${count(plan['sequence'])}.`;
}

/** Urns of the definitions that cannot be written without a new version. */
export function lackingVersion(plan: JsonObject): readonly string[] {
  return asList(plan['definitions'], 'definitions')
    .map((item) => asObject(item, 'definition'))
    .filter(({ versionAbove }) => versionAbove !== undefined && versionAbove !== null)
    .map(({ urn }) => printable(asText(urn, 'urn')));
}

function details(definition: JsonObject): string {
  const reasons = asList(definition['reasons'], 'reasons').map((reason) => asText(reason, 'reason'));
  const entities = count(definition['entities']);
  const violations = violationLines(definition['violations']);
  const inherited = inheritedLines(definition['inherited']);
  if (reasons.length === 0 && entities === 0 && violations.length + inherited.length === 0) return '';
  const isAffected = reasons.length > 0 || entities > 0;
  const lines = [...reasons, ...(isAffected ? affectedLines(definition) : []), ...inherited, ...violations];
  return [`${asText(definition['urn'], 'urn')}:`, ...lines.map((line) => `  ${line}`)]
    .map(printable)
    .join('\n');
}

/** What inherits the values of a property, and which. */
function inheritedLines(json: JsonValue | undefined): readonly string[] {
  if (json === undefined || json === null) return [];
  const inherited = asObject(json, 'inherited');
  const entities = count(inherited['entities']);
  const subject = `${entities} ${entities === 1 ? 'entity inherits' : 'entities inherit'} a value`;
  const sources = counted(count(inherited['sources']), 'source');
  return [`${subject} from ${sources}`, ...breakdown('inherited', asObject(inherited['byValue'], 'byValue'))];
}

/** A line for each rule that is broken. */
function violationLines(json: JsonValue | undefined): readonly string[] {
  if (json === undefined || json === null) return [];
  const byRule = asList(asObject(json, 'violations')['byRule'], 'byRule').map((item) =>
    asObject(item, 'rule'),
  );
  return byRule.map((broken) => {
    const entities = count(broken['entities']);
    const [first] = asList(broken['sampleUrns'], 'sampleUrns');
    const example = first === undefined ? '' : `, for example ${asText(first, 'urn')}`;
    return `rule '${asText(broken['rule'], 'rule')}': ${entities} ${entities === 1 ? 'entity breaks' : 'entities break'} it${example}`;
  });
}

function affectedLines(definition: JsonObject): readonly string[] {
  const entities = count(definition['entities']);
  return [
    `affects ${counted(count(definition['values']), 'value')} on ${entities} ${entities === 1 ? 'entity' : 'entities'}`,
    ...BREAKDOWNS.flatMap(([member, title]) => breakdown(title, asObject(definition[member], member))),
    ...asList(definition['sampleUrns'], 'sampleUrns').map((urn) => `for example ${asText(urn, 'urn')}`),
  ];
}

function breakdown(title: string, counts: JsonObject): readonly string[] {
  const sorted = Object.entries(counts)
    .map(([value, of]) => ({ value, of: count(of) }))
    .sort((a, b) => b.of - a.of || (a.value < b.value ? -1 : 1));
  if (sorted.length === 0) return [];
  const shown = sorted.slice(0, SHOWN).map(({ value, of }) => `${value} (${of})`);
  const more = sorted.length > SHOWN ? ', ...' : '';
  return [`${title}: ${shown.join(', ')}${more}`];
}

function count(value: JsonValue | undefined): number {
  return optionalInteger(value, 'count') ?? 0;
}
