import { asObject, asText, optionalInteger, optionalText } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import type { SystemMetadata } from '../aspect.ts';

const TEXTS = ['runId', 'lastRunId', 'pipelineName', 'registryName', 'registryVersion'] as const;

/**
 * Parses the system metadata sent by a client; undefined if absent or null. Members that the server maintains (version,
 * audit stamps) are ignored. `at` is its path in the request. Throws INVALID_REQUEST with the path of the invalid member.
 */
export function parseSystemMetadata(
  value: JsonValue | undefined,
  at: string,
): Partial<SystemMetadata> | undefined {
  if (value === undefined || value === null) return undefined;
  const source = asObject(value, at);
  const metadata: { -readonly [Member in keyof SystemMetadata]?: SystemMetadata[Member] } = {};
  for (const name of TEXTS) {
    const text = optionalText(source[name], `${at}.${name}`);
    if (text !== undefined) metadata[name] = text;
  }
  const lastObserved = optionalInteger(source['lastObserved'], `${at}.lastObserved`);
  if (lastObserved !== undefined) metadata.lastObserved = lastObserved;
  const properties = source['properties'];
  if (properties !== undefined && properties !== null) {
    metadata.properties = textMap(properties, `${at}.properties`);
  }
  return metadata;
}

function textMap(value: JsonValue, at: string): Readonly<Record<string, string>> {
  const entries = Object.entries(asObject(value, at)).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([name, item]) => [name, asText(item, `${at}.${name}`)]));
}
