import { asObject, asText, wrongType } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import type { WriteCondition } from '../proposal.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses the write conditions in the headers of a proposal; undefined if there are none. Header names are
 * case-insensitive, other headers are ignored. Throws INVALID_REQUEST with the name of the invalid header.
 */
export function parseWriteCondition(value: JsonValue | undefined, at: string): WriteCondition | undefined {
  if (value === undefined || value === null) return undefined;
  let condition: WriteCondition | undefined;
  for (const [name, header] of Object.entries(asObject(value, at))) {
    const part = conditionPart(name, header, at);
    if (part !== undefined) condition = { ...condition, ...part };
  }
  return condition;
}

/** Whether the headers of a proposal request that the write is searchable before the response. */
export function asksForIndex(value: JsonValue | undefined): boolean {
  const names = isJsonObject(value) ? Object.entries(value) : [];
  return names.some(
    ([name, header]) =>
      name.toLowerCase() === 'x-datahub-sync-index-update' && (header === 'true' || header === true),
  );
}

function conditionPart(name: string, header: JsonValue | undefined, at: string): WriteCondition | undefined {
  if (header === undefined || header === null) return undefined;
  switch (name.toLowerCase()) {
    case 'if-version-match':
      return { ifVersionMatch: headerText(header, `${at}.${name}`) };
    case 'if-modified-since':
      return { ifModifiedSince: instant(header, `${at}.${name}`) };
    case 'if-unmodified-since':
      return { ifUnmodifiedSince: instant(header, `${at}.${name}`) };
    case 'if-none-match':
      if (header !== '*') throw wrongType(`${at}.${name}`, '"*"', header);
      return { ifNoneMatch: '*' };
    default:
      return undefined;
  }
}

function headerText(header: JsonValue, at: string): string {
  return typeof header === 'number' ? String(header) : asText(header, at);
}

function instant(header: JsonValue, at: string): number {
  const milliseconds = typeof header === 'string' && INSTANT.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw wrongType(at, 'an ISO-8601 instant such as "2026-01-31T12:00:00Z"', header);
  }
  return milliseconds;
}
