import { asList, asObject, asText, optionalText } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { differenceLines } from '../changes/difference-lines.ts';
import { counted, printable } from '../output.ts';
import { planText } from '../plans/plan-text.ts';

/** Maximum characters of a value shown in the line of its item; of longer ones, the differences follow. */
const LONGEST_IN_LINE = 60;

/** Words for parts of aspects, as in the columns of a CSV file. Other parts are shown with the names of their members. */
const WORDS: Readonly<Record<string, string>> = {
  structuredProperties: '',
  globalTags: 'tag',
  glossaryTerms: 'term',
  ownership: 'owner',
  editableSchemaMetadata: 'column',
};
/** Members that hold lists, which the items below them make plain. */
const LISTS = [
  'properties',
  'tags',
  'terms',
  'owners',
  'editableSchemaFieldInfo',
  'globalTags',
  'glossaryTerms',
];

/** A proposal with its items as a comparison, before and after, what its definitions would do to values, and its comments. */
export function proposalText(proposal: JsonObject): string {
  const items = Map.groupBy(itemsOf(proposal), ({ urn }) => asText(urn, 'urn'));
  const comments = asList(proposal['comments'], 'comments').map((one) => asObject(one, 'comment'));
  return [
    ...factsOf(proposal),
    ...[...items].flatMap(([urn, of]) => ['', urn, ...of.flatMap(itemLines)]),
    ...(isJsonObject(proposal['plan']) ? ['', planText(proposal['plan'])] : []),
    ...(comments.length > 0 ? ['', 'Comments:'] : []),
    ...comments.map(commentLine),
  ].join('\n');
}

/** Items that the caller may approve, and that nobody has decided yet. */
export function approvable(proposal: JsonObject): readonly JsonObject[] {
  return itemsOf(proposal).filter(({ decision, mayApprove }) => mayApprove === true && decision === null);
}

/** Identifier of a proposal in an answer. */
export function idOf(proposal: JsonObject): string {
  return asText(proposal['id'], 'id');
}

/** An epoch time in an answer as ISO text; empty if there is none. */
export function timeText(value: JsonValue | undefined): string {
  return typeof value === 'number' ? new Date(value).toISOString() : '';
}

function itemsOf(proposal: JsonObject): readonly JsonObject[] {
  return asList(proposal['items'], 'items').map((item) => asObject(item, 'item'));
}

function factsOf(proposal: JsonObject): readonly string[] {
  const {
    createdAt,
    decidedAt,
    decidedBy,
    expiresAt,
    planCommit,
    proposer,
    reason,
    runId,
    state,
    title,
    urn,
  } = proposal;
  const isOpen = state === 'OPEN';
  return [
    printable(asText(title, 'title')),
    `urn: ${asText(urn, 'urn')}`,
    `state: ${asText(state, 'state')}`,
    ...(typeof reason === 'string' ? [`reason: ${printable(reason)}`] : []),
    `proposed: ${timeText(createdAt)} by ${asText(proposer, 'proposer')}`,
    ...(isOpen ? [`expires: ${timeText(expiresAt)}`] : []),
    ...(typeof decidedBy === 'string' ? [`decided: ${timeText(decidedAt)} by ${decidedBy}`] : []),
    ...undoLines(runId, planCommit),
  ];
}

/** How to undo an approval. A run gives back definitions only, a plan their values as well. */
function undoLines(runId: JsonValue | undefined, planCommit: JsonValue | undefined): readonly string[] {
  if (typeof planCommit === 'number') return [`undo with: colophon undo --plan ${planCommit}`];
  return typeof runId === 'string' ? [`undo with: colophon undo --run ${runId}`] : [];
}

/** `[1] team: red → blue (may approve)`, `[1] team: blue (approved)`; of a value too long for a line, the differences on lines of their own. */
function itemLines(item: JsonObject): readonly string[] {
  const { after = null, before = null } = item;
  const texts = [before, after].map((value) => valueText(value, item));
  const label = `  [${asText(item['id'], 'id')}] ${fieldText(item)}`;
  const status = `(${statusOf(item)})`;
  if (texts.every((text) => text.length <= LONGEST_IN_LINE))
    return [`${label}: ${[...new Set(texts)].join(' → ')} ${status}`];
  return [`${label}: ${status}`, ...differenceLines(before, after).map((line) => `      ${line}`)];
}

/** What an item changes: a property by its name, `tag pii`, `column amount description`, or a whole aspect. */
function fieldText(item: JsonObject): string {
  const aspect = asText(item['aspect'], 'aspect');
  const path = pathOf(item);
  if (path.length === 0) return aspect;
  const word = Object.hasOwn(WORDS, aspect) ? WORDS[aspect] : aspect;
  const parts = [word, ...path.filter((segment) => !LISTS.includes(segment)).map(shortName)];
  return printable(parts.filter((part) => part !== '').join(' '));
}

function pathOf(item: JsonObject): readonly string[] {
  return asList(item['path'], 'path').map((segment) => asText(segment, 'path'));
}

function shortName(segment: string): string {
  return segment.replace(/^urn:li:\w+:(?!\()/, '');
}

function statusOf({ conflict, decision, mayApprove }: JsonObject): string {
  if (typeof decision === 'string') return decision.toLowerCase();
  return [
    ...(conflict === true ? ['conflict'] : []),
    mayApprove === true ? 'may approve' : 'may not approve',
  ].join(', ');
}

/** A value in one line: the scalars in it, with their names if it has several members. */
function valueText(value: JsonValue, item: JsonObject): string {
  if (value === null) return '-';
  const isAssignment = item['aspect'] === 'structuredProperties' && pathOf(item).length > 0;
  return printable(plain(isAssignment && isJsonObject(value) ? (value['values'] ?? value) : value));
}

function plain(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((one: JsonValue) => plain(one)).join(' | ');
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === null || one === undefined ? [] : [[name, plain(one)] as const],
  );
  const [first, ...others] = members;
  if (first !== undefined && others.length === 0) return first[1];
  return members.map(([name, text]) => `${name}=${text}`).join(', ');
}

function commentLine(comment: JsonObject): string {
  const by = optionalText(comment['author'], 'author') ?? '';
  return `  ${timeText(comment['time'])} ${by}: ${printable(asText(comment['text'], 'text'))}`;
}

/** `3 items, 2 of which you may approve, 1 conflict`. */
export function itemsText(proposal: JsonObject): string {
  const items = itemsOf(proposal);
  const conflicts = items.filter(({ conflict }) => conflict === true).length;
  return [
    counted(items.length, 'item'),
    `${approvable(proposal).length} that you may approve`,
    ...(conflicts > 0 ? [counted(conflicts, 'conflict')] : []),
  ].join(', ');
}
