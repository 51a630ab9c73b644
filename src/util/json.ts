declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this very text (ECMAScript proposal, in Node since 22). */
    rawJSON(text: string): object;
  }
}

/** Any value that JSON text can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object whose members may be absent. */
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}

/** True for a JSON object, false for null, arrays and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
