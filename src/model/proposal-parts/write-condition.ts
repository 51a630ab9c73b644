import { invalidRequest } from '../../errors.ts';
import { closestName, suggestion } from '../../util/closest-name.ts';
import { asObject, asText, preview, wrongType } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import type { WriteCondition } from '../proposal.ts';
import { because } from '../../refusals.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const SYNC_INDEX = 'x-datahub-sync-index-update';

const CONDITIONS = ['If-Version-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-None-Match'] as const;

const KNOWN: ReadonlySet<string> = new Set([SYNC_INDEX, ...CONDITIONS.map((name) => name.toLowerCase())]);

/**
 * Parses the write conditions in the headers of a proposal; undefined if there are none. Header names are
 * case-insensitive. Other headers are ignored. Throws INVALID_REQUEST with the name of the invalid header, and for an
 * unknown condition, such as `If-Match` or a misspelt one.
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

/** The first unknown header of a proposal that has a value; undefined if all are known. */
export function unknownHeader(value: JsonValue | undefined): string | undefined {
  const headers = isJsonObject(value) ? Object.entries(value) : [];
  return headers.find(([name, header]) => !isAbsent(header) && !KNOWN.has(name.toLowerCase()))?.[0];
}

/** Whether the headers of a proposal request that the write is searchable before the response. */
export function asksForIndex(value: JsonValue | undefined): boolean {
  const names = isJsonObject(value) ? Object.entries(value) : [];
  return names.some(
    ([name, header]) => name.toLowerCase() === SYNC_INDEX && (header === 'true' || header === true),
  );
}

function conditionPart(name: string, header: JsonValue | undefined, at: string): WriteCondition | undefined {
  if (isAbsent(header)) return undefined;
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
      refuseCondition(name, at);
      return undefined;
  }
}

/**
 * Throws INVALID_REQUEST for a header that looks like a condition: a write that ignores it could overwrite a later
 * one.
 */
function refuseCondition(name: string, at: string): void {
  const isMeant = /^if-/i.test(name) || closestName(name, CONDITIONS) !== undefined;
  if (!isMeant || KNOWN.has(name.toLowerCase())) return;
  throw invalidRequest(
    `${at} has the condition ${preview(name)}, which is not supported.${suggestion(name, CONDITIONS)} ` +
      `Use ${CONDITIONS.join(', ')}.`,
    undefined,
    because('INPUT_UNKNOWN', { name, closest: closestName(name, CONDITIONS) ?? '' }),
  );
}

function isAbsent(header: JsonValue | undefined): header is null | undefined {
  return header === undefined || header === null;
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
