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
const MEMBERS: readonly (readonly [path: readonly string[], isFit: Check, form: string])[] = [
  [['on'], isJsonObject, 'an object, such as {"types": ["dataset"]}'],
  [['on', 'types'], listOf(isText), 'a list of entity types'],
  [['rules'], (value) => isJsonObject(value) || isList(value), 'an object or a list of objects'],
  [['actions'], isJsonObject, 'an object with the lists "passing" and "failing"'],
  [['actions', 'passing'], listOf(isAction), 'a list of objects with a "type"'],
  [['actions', 'failing'], listOf(isAction), 'a list of objects with a "type"'],
];

/**
 * Problems with the form of a test's definition, one sentence each: it must be a JSON object whose optional members
 * `on`, `rules` and `actions` have the form that DataHub documents. Their meaning is not checked.
 */
export function definitionProblems(json: string | null | undefined): readonly string[] {
  if (!json?.trim()) return ['The definition has no JSON. Send an object with "on" and "rules".'];
  let definition: JsonValue;
  try {
    definition = parseJsonExactly(json);
  } catch (error) {
    return [messageOf(error)];
  }
  if (!isJsonObject(definition)) return ['The definition must be a JSON object with "on" and "rules".'];
  const whole = definition;
  return MEMBERS.flatMap(([path, isFit, form]) => {
    const value = memberAt(whole, path);
    return value === undefined || isFit(value) ? [] : [`"${path.join('.')}" must be ${form}.`];
  });
}
