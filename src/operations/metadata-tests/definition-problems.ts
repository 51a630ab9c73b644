import { because, type Refusal } from '../../refusals.ts';
import { messageOf } from '../../errors.ts';
import { parseJsonExactly } from '../../util/json/exact-json.ts';
import { memberAt } from '../../util/json/json-members.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';

type Check = (value: JsonValue) => boolean;

const isList: Check = (value) => Array.isArray(value);
const listOf =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const isText: Check = (value) => typeof value === 'string' && value !== '';
const isAction: Check = (value) => isJsonObject(value) && isText(value['type'] ?? null);

/** Required forms of the members of a definition; other members may have any value. */
const MEMBERS: readonly (readonly [path: readonly string[], isFit: Check, type: string, form: string])[] = [
  [['on'], isJsonObject, 'object', 'an object, such as {"types": ["dataset"]}'],
  [['on', 'types'], listOf(isText), 'array', 'a list of entity types'],
  [['rules'], (value) => isJsonObject(value) || isList(value), 'objects', 'an object or a list of objects'],
  [['actions'], isJsonObject, 'object', 'an object with the lists "passing" and "failing"'],
  [['actions', 'passing'], listOf(isAction), 'objects', 'a list of objects with a "type"'],
  [['actions', 'failing'], listOf(isAction), 'objects', 'a list of objects with a "type"'],
];

/** A fault of the form of a definition. */
export interface DefinitionProblem extends Refusal {
  /** A sentence. */
  readonly message: string;
}

/**
 * Problems with the form of a test's definition: it must be a JSON object whose optional members
 * `on`, `rules` and `actions` have the form that DataHub documents. Their meaning is not checked.
 */
export function definitionProblems(json: string | null | undefined): readonly DefinitionProblem[] {
  if (!json?.trim()) {
    const message = 'The definition has no JSON. Send an object with "on" and "rules".';
    return [{ message, ...because('INPUT_MISSING', { name: 'definition' }) }];
  }
  let definition: JsonValue;
  try {
    definition = parseJsonExactly(json);
  } catch (error) {
    return [{ message: messageOf(error), ...because('JSON_INVALID') }];
  }
  if (!isJsonObject(definition)) {
    const message = 'The definition must be a JSON object with "on" and "rules".';
    return [{ message, ...because('INPUT_TYPE', { name: 'definition', type: 'object' }) }];
  }
  const whole = definition;
  return MEMBERS.flatMap(([path, isFit, type, form]) => {
    const value = memberAt(whole, path);
    if (value === undefined || isFit(value)) return [];
    const name = path.join('.');
    return [{ message: `"${name}" must be ${form}.`, ...because('INPUT_TYPE', { name, type }) }];
  });
}
