import { isJsonObject, type JsonValue } from '../../util/json.ts';
import { printable } from '../output.ts';

/** How two values differ, a line for each scalar: `- path: before`, `+ path: after`. Null: no value. */
export function differenceLines(before: JsonValue, after: JsonValue): readonly string[] {
  const [old, young] = [membersOf(before), membersOf(after)];
  const paths = [...new Set([...old.keys(), ...young.keys()])].sort();
  return paths.flatMap((path) => changeOf(path, old.get(path), young.get(path)));
}

function changeOf(path: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  const name = path === '' ? '' : `${path}: `;
  return [
    ...(before === undefined ? [] : [`- ${name}${before}`]),
    ...(after === undefined ? [] : [`+ ${name}${after}`]),
  ].map(printable);
}

/** Scalars of a value as JSON texts, by path. */
function membersOf(value: JsonValue, path = ''): ReadonlyMap<string, string> {
  const parts: readonly (readonly [string, JsonValue])[] = Array.isArray(value)
    ? value.map((item, i) => [`${path}[${i}]`, item])
    : isJsonObject(value)
      ? Object.entries(value).map(([name, item]) => [path === '' ? name : `${path}.${name}`, item])
      : [];
  if (value === null) return new Map();
  if (!Array.isArray(value) && !isJsonObject(value)) return new Map([[path, JSON.stringify(value)]]);
  return new Map(parts.flatMap(([name, item]) => [...membersOf(item, name)]));
}
