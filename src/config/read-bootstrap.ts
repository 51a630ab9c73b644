import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../util/json.ts';
import { BUILT_IN_REGISTRY } from './read-registry.ts';

/** The entities that every catalog has, as the files of registry/bootstrap state them. */
export function readBootstrap(): readonly { readonly path: string; readonly content: JsonValue }[] {
  const folder = join(BUILT_IN_REGISTRY, 'bootstrap');
  return readdirSync(folder)
    .sort()
    .map((file) => ({ path: join('bootstrap', file), content: parse(join(folder, file)) }));
}

function parse(file: string): JsonValue {
  // JSON.parse gives JSON values and nothing else.
  return JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
}
