import { ERROR_CODES, type ErrorCode, type Problem } from '../errors.ts';
import { REFUSALS, type RefusalName } from '../refusals/all-refusals.ts';
import type { OptionalRefusal } from '../refusals.ts';
import { given } from '../util/given.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';
import { printable } from './output.ts';

/** Problems that a server lists beside its message; empty if it lists none. A code unknown to this version becomes INTERNAL. */
export function problemsIn(list: JsonValue | undefined): readonly Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: JsonValue) => {
    if (!isJsonObject(entry)) return [];
    const { code, message } = entry;
    if (typeof message !== 'string') return [];
    return [{ code: isErrorCode(code) ? code : 'INTERNAL', message, ...placeIn(entry), ...refusalIn(entry) }];
  });
}

/** Location of a problem; omits members of an unexpected type. */
function placeIn(entry: JsonObject): Omit<Problem, 'code' | 'message'> {
  const text = (name: string): string | undefined => {
    const value = entry[name];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (name: string): number | undefined => {
    const value = entry[name];
    return typeof value === 'number' ? value : undefined;
  };
  return given({
    urn: text('urn'),
    aspectName: text('aspectName'),
    field: text('field'),
    property: text('property'),
    index: number('index'),
    line: number('line'),
  });
}

/** The kind of refusal with its data; nothing for a kind unknown to this version. */
function refusalIn({ data, kind }: JsonObject): OptionalRefusal {
  if (typeof kind !== 'string' || !Object.hasOwn(REFUSALS, kind)) return {};
  const members: Record<string, string | number | readonly string[]> = {};
  for (const [name, value] of Object.entries(isJsonObject(data) ? data : {})) {
    if (typeof value === 'string' || typeof value === 'number') members[name] = value;
    else if (Array.isArray(value)) members[name] = value.map(String);
  }
  return { kind: kind as RefusalName, ...(Object.keys(members).length > 0 && { data: members }) };
}

function isErrorCode(code: JsonValue | undefined): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

/** One line per problem: its location and, unless it is the only one, its message. No line for a single problem without a location. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.flatMap((problem) => {
    if (problems.length === 1) {
      // The message already has the line number.
      const place = subjectOf(problem);
      return place === '' ? [] : [`  at ${place}`];
    }
    const place = placeOf(problem);
    return [`  ${place === '' ? '' : `${place}: `}${printable(problem.message)}`];
  });
}

function subjectOf({ aspectName, field, property, urn }: Problem): string {
  return printable([field, aspectName, property, urn].filter((part) => part !== undefined).join(' of '));
}

function placeOf(problem: Problem): string {
  const { index, line } = problem;
  const what = subjectOf(problem);
  const where = [line === undefined ? '' : `line ${line}`, index === undefined ? '' : `[${index}]`, what];
  return where.filter((part) => part !== '').join(', ');
}
