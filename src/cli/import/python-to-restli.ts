import { isJsonObject } from '../../util/json.ts';
import type { JsonValue } from '../../util/json.ts';

const PYTHON = 'com.linkedin.pegasus2avro.';
const RESTLI = 'com.linkedin.';

/**
 * A value as DataHub's Python classes write it into files, in the form that servers take: without nulls, and with the
 * names of classes in unions and of members of aliased unions as Rest.li has them.
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
