import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

/**
 * A character outside ASCII as `datahub` writes it: its code point in lower-case hexadecimal, four digits or, for an
 * emoji, five. Other characters with five digits look like four digits followed by a letter or digit.
 */
const ESCAPED = /\\u(1f[3-9a][0-9a-f]{2}|[0-9a-f]{4})/g;
const LAST_ASCII = 0x7f;

/**
 * The members of a proposal that may hold such texts. Others are not searched: a hostile proposal may have 100,000 of
 * them.
 */
const WITH_TEXTS = [
  'entityType',
  'entityUrn',
  'entityKeyAspect',
  'aspectName',
  'changeType',
  'systemMetadata',
];

/**
 * Undoes the double escaping of DataHub's CLI: in what it sends to `ingestProposal`, the CLI replaces `ü` by the six
 * characters `\u00fc`, and JSON then escapes the backslash. The value of the aspect is JSON text, which the CLI does
 * not change.
 */
export function unescapedProposal(proposal: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(proposal)) return proposal;
  const texts = WITH_TEXTS.map((name) => [name, unescapedValue(proposal[name])] as const);
  return { ...proposal, ...Object.fromEntries(texts) };
}

function unescaped(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, unescapedValue(value)]));
}

function unescapedValue(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'string') return value.replace(ESCAPED, characterOf);
  return isJsonObject(value) ? unescaped(value) : value;
}

function characterOf(escaped: string, hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  return code > LAST_ASCII ? String.fromCodePoint(code) : escaped;
}
