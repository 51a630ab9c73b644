import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../util/json.ts';
import { BUILT_IN_REGISTRY } from './read-registry.ts';

/** Reads the built-in entities of every catalog from registry/bootstrap. */
export function readBootstrap(): readonly { readonly path: string; readonly content: JsonValue }[] {
  const folder = join(BUILT_IN_REGISTRY, 'bootstrap');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ path: join('bootstrap', file), content: parse(join(folder, file)) }));
}

/** Reads the default policies of a new catalog from registry/bootstrap/once. */
export function readDefaultPolicies(): { readonly path: string; readonly content: JsonValue } {
  const path = join('bootstrap', 'once', 'policies.json');
  return { path, content: parse(join(BUILT_IN_REGISTRY, path)) };
}

function parse(file: string): JsonValue {
  // Safe: JSON.parse returns only JSON values.
  return JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
}
