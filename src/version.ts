import { readFileSync } from 'node:fs';
import { isJsonObject } from './util/json.ts';

/** Version of this package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isJsonObject(manifest) || typeof manifest['version'] !== 'string')
    throw new Error('package.json has no version.');
  return manifest['version'];
}
