import { existsSync, readFileSync } from 'node:fs';
import { isJsonObject } from './util/json.ts';

/** Version of this package. */
export const VERSION: string = readVersion();

/** Short hash of the bundled commit; undefined if it was bundled without Git, or if sources run directly. */
export const COMMIT: string | undefined = readCommit();

/** Version and, if known, commit: `1.0.0+6265b52`. */
export const BUILD: string = COMMIT === undefined ? VERSION : `${VERSION}+${COMMIT}`;

function readCommit(): string | undefined {
  // Written by scripts/bundle.ts.
  const file = new URL('./commit', import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isJsonObject(manifest) || typeof manifest['version'] !== 'string')
    throw new Error('package.json has no version.');
  return manifest['version'];
}
