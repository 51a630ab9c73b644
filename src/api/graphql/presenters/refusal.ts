import type { JsonObject } from '../../../util/json.ts';

/** The data of a refusal as members with texts, for a schema without JSON. */
export function presentRefusalData(data: JsonObject | Readonly<Record<string, unknown>> | undefined) {
  return Object.entries(data ?? {}).map(([name, value]) => ({ name, values: [value].flat().map(String) }));
}
