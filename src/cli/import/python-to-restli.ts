import { isJsonObject, type JsonValue } from '../../util/json.ts';

const PYTHON = 'com.linkedin.pegasus2avro.';
const RESTLI = 'com.linkedin.';

/**
 * Converts a value that DataHub's Python classes wrote to the form that servers accept: without nulls, with Rest.li
 * class names in unions and Rest.li member names in aliased unions.
 */
export function pythonToRestli(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => pythonToRestli(item));
  if (!isJsonObject(value)) return value;
  const field = value['fieldDiscriminator'];
  if (typeof field === 'string') return { [field]: pythonToRestli(value[field] ?? null) };
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  const isUnion = members.length === 1;
  return Object.fromEntries(
    members.map(([name, member]) => [
      isUnion && name.startsWith(PYTHON) ? RESTLI + name.slice(PYTHON.length) : name,
      pythonToRestli(member ?? null),
    ]),
  );
}
