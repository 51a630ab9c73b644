import { CatalogError, messageOf } from '../../errors.ts';
import { DEFAULT_JSON_LIMITS, JsonScan, type JsonLimits } from './json-scan.ts';
import { parseInSteps } from './json-steps.ts';
import type { JsonValue } from '../json.ts';
import { nextTurn } from '../concurrency/next-turn.ts';
import { because } from '../../refusals.ts';

/** A text that is not JSON, unlike JSON with refused values. Code: INVALID_REQUEST. */
export class MalformedJsonError extends CatalogError {
  constructor(cause: unknown) {
    super(
      'INVALID_REQUEST',
      `Malformed JSON: ${messageOf(cause)}. Send one complete JSON value.`,
      because('JSON_INVALID'),
    );
  }
}

/** Characters checked before other requests run: about a millisecond. */
const SLICE = 512 * 1024;
/** Longer texts are read in steps. */
const SHORT = 64 * 1024;

/**
 * Parses JSON. INVALID_REQUEST for malformed JSON, for a number that a double does not hold, and beyond
 * the limits, which are checked first.
 */
export function parseJsonExactly(text: string, limits = DEFAULT_JSON_LIMITS): JsonValue {
  new JsonScan(text, limits).read(text.length);
  return parse(text);
}

/** Parses JSON as `parseJsonExactly`, but yields to the event loop while it reads a long text. */
export async function parseLongJson(text: string, limits: JsonLimits): Promise<JsonValue> {
  if (text.length <= SHORT) return parseJsonExactly(text, limits);
  const scan = new JsonScan(text, limits);
  while (!scan.isComplete) {
    scan.read(SLICE);
    await nextTurn();
  }
  if (!/^[ \t\n\r]*[[{]/.test(text)) return parse(text);
  return parseInSteps(text).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new MalformedJsonError(error) : error;
  });
}

function parse(text: string): JsonValue {
  try {
    // Safe: JSON.parse returns only JSON values.
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new MalformedJsonError(error);
  }
}
