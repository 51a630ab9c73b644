import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../src/util/json.ts';

/** Release of DataHub's Python package with the metadata model that the registry is compiled from. */
export const SOURCE_PACKAGE = 'acryl-datahub==1.7.0.17';

/** Downloads and unpacks the source package into a temporary folder, which the caller must remove. */
export function downloadWheel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compile-registry-'));
  run('pip', 'download', '--quiet', '--no-deps', '--dest', folder, SOURCE_PACKAGE);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip downloaded no wheel of ${SOURCE_PACKAGE}`);
  run('zipfile', '-e', join(folder, wheel), folder);
  return folder;
}

/** Avro schemas of an unpacked wheel, keyed and ordered by file name. */
export function readSchemas(wheelFolder: string): Map<string, JsonValue> {
  const folder = join(wheelFolder, 'datahub', 'metadata', 'schemas');
  const names = readdirSync(folder).filter((name) => name.endsWith('.avsc'));
  return new Map(names.sort().map((name) => [name, parse(readFileSync(join(folder, name), 'utf8'))]));
}

function run(module: string, ...args: readonly string[]): void {
  execFileSync('python3', ['-m', module, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
}

function parse(text: string): JsonValue {
  // JSON.parse returns only JSON values.
  return JSON.parse(text) as JsonValue;
}
