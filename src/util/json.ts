declare global {
  interface JSON {
    /** Wraps a text that JSON.stringify emits unchanged (ECMAScript proposal, in Node since 22). */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object whose members may be absent. */
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}

/** True for a JSON object, false for null, arrays and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
