import { ERROR_CODES, type ErrorCode, type Problem } from '../errors.ts';
import { given } from '../util/given.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';
import { printable } from './output.ts';

/** The problems that a server lists beside its message; none if it lists none. A code that this version does not know is INTERNAL. */
export function problemsIn(list: JsonValue | undefined): readonly Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: JsonValue) => {
    if (!isJsonObject(entry)) return [];
    const { code, message } = entry;
    if (typeof message !== 'string') return [];
    return [{ code: isErrorCode(code) ? code : 'INTERNAL', message, ...placeIn(entry) }];
  });
}

/** Where the server says that a problem is; members of another type are left out. */
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

function isErrorCode(code: JsonValue | undefined): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

/** One line for each problem: where it is and, unless it is the only one, what it is. None for one without a place. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.flatMap((problem) => {
    if (problems.length === 1) {
      // Its message says in which line it is.
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
