import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject } from '../../../util/json.ts';

/** The text, or undefined for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text unless it is empty. */
export function words(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The number, or undefined for anything else. */
export function numeric(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The texts of a list; empty for anything else. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The object, or undefined for anything else. */
export function object(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The objects of a list; empty for anything else. */
export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The entries of a map of texts as GraphQL lists them. */
export function entries(
  value: unknown,
): readonly { readonly key: string; readonly value: string | undefined }[] {
  return Object.entries(object(value) ?? {}).map(([key, member]) => ({ key, value: text(member) }));
}
