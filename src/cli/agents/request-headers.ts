import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** What a header can hold as it is: printable ASCII without a space at either end. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
const ENCODED = '=?base64?';

/** The headers of a message of the Model Context Protocol: they repeat what its body says. */
export function requestHeaders({ method, params }: JsonObject): Record<string, string> {
  const { _meta: meta, name, uri } = isJsonObject(params) ? params : {};
  const version = isJsonObject(meta) ? meta[VERSION] : undefined;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  // Older revisions send the version at the start only, and no names.
  if (typeof version !== 'string') return headers;
  headers['MCP-Protocol-Version'] = headerText(version);
  if (typeof method === 'string') headers['Mcp-Method'] = headerText(method);
  const named = [name, uri].find((one: JsonValue | undefined) => typeof one === 'string');
  if (typeof named === 'string') headers['Mcp-Name'] = headerText(named);
  return headers;
}

function headerText(text: string): string {
  if (PLAIN.test(text) && !text.startsWith(ENCODED)) return text;
  return `${ENCODED}${Buffer.from(text).toString('base64')}?=`;
}
