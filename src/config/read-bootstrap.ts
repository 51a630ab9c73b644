import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../util/json.ts';
import { BUILT_IN_REGISTRY } from './read-registry.ts';

/** The entities that every catalog has, as the files of registry/bootstrap state them. */
export function readBootstrap(): readonly { readonly path: string; readonly content: JsonValue }[] {
  const folder = join(BUILT_IN_REGISTRY, 'bootstrap');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ path: join('bootstrap', file), content: parse(join(folder, file)) }));
}

/** The policies that a new catalog has, as the file of registry/bootstrap/once states them. */
export function readDefaultPolicies(): { readonly path: string; readonly content: JsonValue } {
  const path = join('bootstrap', 'once', 'policies.json');
  return { path, content: parse(join(BUILT_IN_REGISTRY, path)) };
}

function parse(file: string): JsonValue {
  // JSON.parse gives JSON values and nothing else.
  return JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
}
