import { MOST_PATHS, MOST_PATH_STEPS } from '../../model/aspects/browse-path-limits.ts';
import { texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { fieldAt, type Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

/** Paths named in a failure. */
const MOST_NAMED = 3;

/**
 * An entity has a limited number of browse paths, and each a limited number of steps: the index has a value for each
 * step. Stored paths are not checked again.
 */
export const browsePaths: Validator = {
  name: 'browsePaths',
  aspects: ['browsePaths', 'browsePathsV2'],
  check: ({ aspect, after, before }) => {
    if (after === undefined) return [];
    return aspect.name === 'browsePaths' ? listFailures(after, before) : pathFailures(after, before);
  },
};

function listFailures(after: JsonObject, before: JsonObject | undefined): readonly Violation[] {
  const paths = texts(after['paths']);
  const stored = texts(before?.['paths']);
  if (paths.length > Math.max(MOST_PATHS, stored.length)) {
    const message = `/paths of browsePaths has ${paths.length} paths, more than ${MOST_PATHS}. Remove some.`;
    return [
      { message, field: 'paths', ...because('LIST_TOO_LONG', { size: paths.length, most: MOST_PATHS }) },
    ];
  }
  const known = new Set(stored);
  const failures: Violation[] = [];
  for (const [i, path] of paths.entries()) {
    const steps = known.has(path) ? 0 : stepsIn(path);
    if (steps > MOST_PATH_STEPS) failures.push(tooDeep(`/paths/${i}`, 'browsePaths', steps));
    if (failures.length === MOST_NAMED) break;
  }
  return failures;
}

function pathFailures(after: JsonObject, before: JsonObject | undefined): readonly Violation[] {
  const [steps, stored] = [after, before].map((value) => lengthOf(value?.['path']));
  if (steps === undefined || steps <= Math.max(MOST_PATH_STEPS, stored ?? 0)) return [];
  return [tooDeep('/path', 'browsePathsV2', steps)];
}

function tooDeep(path: string, aspectName: string, steps: number): Violation {
  const message = `${path} of ${aspectName} has ${steps} steps, more than ${MOST_PATH_STEPS}. Use a shorter path.`;
  return {
    message,
    field: fieldAt(path),
    ...because('LIST_TOO_LONG', { size: steps, most: MOST_PATH_STEPS }),
  };
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Number of steps that are not empty. */
function stepsIn(path: string): number {
  let steps = 0;
  for (let at = 0; at < path.length; at++)
    if (path[at] !== '/' && (at === 0 || path[at - 1] === '/')) steps++;
  return steps;
}
