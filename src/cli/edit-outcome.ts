import { asList, asObject, asText } from '../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { shorten } from '../util/printable.ts';
import { counted, printable, tableText } from './output.ts';

/** Maximum changed assets and failures shown; JSON has all that the server lists. */
const MAX_SHOWN = 20;
/** Maximum characters of a value shown; a description can be long. */
const LONGEST_SHOWN = 80;

/** Columns of the table of refusals, each with the member of a failure that it shows. */
const REFUSED_COLUMNS = [
  ['LINE', 'line'],
  ['FIELD', 'field'],
  ['REFUSED', 'message'],
  ['ASSET', 'urn'],
] as const;

/** Formats the result of a bulk edit or of a dry run. */
export function outcomeText(result: JsonObject): string {
  const changes = listOf(result, 'changes');
  const failures = listOf(result, 'failures');
  const cells = changes
    .slice(0, MAX_SHOWN)
    .flatMap((change) =>
      listOf(change, 'cells').map((cell) => [
        asText(cell['field'], 'field'),
        valuesText(cell['before']),
        valuesText(cell['after']),
        asText(change['urn'], 'urn'),
      ]),
    );
  const refused = failures.slice(0, MAX_SHOWN);
  const verb = result['isTrial'] === true ? 'would change' : 'changed';
  const [changed, unchanged, failed, left] = ['changed', 'unchanged', 'failed', 'left'].map((name) =>
    countIn(result, name),
  );
  return [
    ...(cells.length > 0 ? [tableText(['FIELD', 'BEFORE', 'AFTER', 'ASSET'], cells)] : []),
    ...more(countIn(result, 'changed') - Math.min(changes.length, MAX_SHOWN), 'changed asset'),
    ...(cells.length > 0 && refused.length > 0 ? [''] : []),
    ...(refused.length > 0 ? [refusedTable(refused)] : []),
    ...more(countIn(result, 'failureCount') - refused.length, 'failure'),
    ...(cells.length + refused.length > 0 ? [''] : []),
    `${changed} ${verb}, ${unchanged} unchanged, ${failed} refused${left ? `, ${left} not processed` : ''}.`,
    ...(verb === 'changed' && (changed !== 0 || result['commit'] !== undefined)
      ? [`Undo this with: colophon undo --edit ${countIn(result, 'id')}`]
      : []),
  ].join('\n');
}

/** Table of refusals; only edits from a file have line numbers. */
function refusedTable(failures: readonly JsonObject[]): string {
  const hasLines = failures.some(({ line }) => line !== undefined);
  const columns = REFUSED_COLUMNS.filter(([, name]) => hasLines || name !== 'line');
  return tableText(
    columns.map(([title]) => title),
    failures.map((failure) => columns.map(([, name]) => wordOf(failure[name]))),
  );
}

function more(count: number, noun: string): readonly string[] {
  return count > 0 ? [`... and ${counted(count, `more ${noun}`)}.`] : [];
}

function valuesText(values: JsonValue | undefined): string {
  const texts = asList(values ?? [], 'values').map((value) =>
    shorten(printable(asText(value, 'value')), LONGEST_SHOWN),
  );
  return texts.length === 0 ? '-' : texts.join(' | ');
}

function listOf(of: JsonObject, name: string): readonly JsonObject[] {
  return asList(of[name] ?? [], name).map((item) => asObject(item, name));
}

/** A count in a result; 0 if absent. */
export function countIn(result: JsonObject, name: string): number {
  const count = result[name];
  return typeof count === 'number' ? count : 0;
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
