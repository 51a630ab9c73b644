import { itemText } from '../../util/list-text.ts';
import { objects, text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { FIELD_LISTS } from '../schema-fields.ts';
import type { Validator } from '../rules.ts';
import type { Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

/** Maximum paths in a message. */
const MOST_NAMED = 5;

/**
 * A schema must have each column once, and every column must have a path. A patch is not refused for stored
 * violations: it may be their repair.
 */
export const fieldPaths: Validator = {
  name: 'fieldPaths',
  aspects: [...FIELD_LISTS.keys()],
  check: ({ after, aspect, before, proposal }) => {
    const list = FIELD_LISTS.get(aspect.name);
    if (list === undefined || after === undefined) return [];
    const known = proposal.changeType === 'PATCH' ? pathsIn(before, list.member) : [];
    const paths = pathsIn(after, list.member);
    const twice = repeated(paths).difference(repeated(known));
    const empty = known.includes('') ? -1 : paths.indexOf('');
    return [
      ...(empty === -1 ? [] : [emptyPath(list.record, `${list.member}[${empty}].fieldPath`)]),
      ...(twice.size === 0
        ? []
        : [
            {
              field: list.member,
              ...because('INPUT_REPEATED', { name: [...twice][0] ?? '' }),
              message:
                `Cannot perform ${proposal.changeType} action on proposal. ${list.record} aspect has duplicated field paths: ` +
                `${named(twice)}. Send each field once.`,
            },
          ]),
    ];
  },
};

function emptyPath(record: string, field: string): Violation {
  return {
    message: `${record} aspect has empty field path. Name the column in ${field}.`,
    field,
    ...because('NAME_MISSING'),
  };
}

function pathsIn(value: JsonObject | undefined, member: string): readonly string[] {
  return objects(value?.[member])
    .map(({ fieldPath }) => text(fieldPath) ?? '')
    .map((path) => (path.trim() === '' ? '' : path));
}

/** The paths that are in the list more than once. */
function repeated(paths: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(paths.filter((path) => seen.size === seen.add(path).size));
}

function named(paths: ReadonlySet<string>): string {
  const shown = [...paths].slice(0, MOST_NAMED).map((path) => `'${itemText(path)}'`);
  return `${shown.join(', ')}${paths.size > MOST_NAMED ? `, and ${paths.size - MOST_NAMED} more` : ''}`;
}
