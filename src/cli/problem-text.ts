import type { Problem } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../util/json.ts';
import { printable } from './output.ts';

/** The problems that a server lists beside its message; none if it lists none. */
export function problemsIn(list: JsonValue | undefined): readonly Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: JsonValue) => {
    if (!isJsonObject(entry) || typeof entry['message'] !== 'string') return [];
    // The members are those of the server's own `Problem`; text and JSON show them as they are.
    return [entry as unknown as Problem];
  });
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
