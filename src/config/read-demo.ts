import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** The demo: JSON lines, as `colophon import` reads them. */
export const DEMO_FILE = join(import.meta.dirname, '..', '..', 'demo', 'demo.jsonl');

/** The compressed copy in the bundle (scripts/bundle.ts). */
const BUNDLED = join(import.meta.dirname, '..', 'demo.jsonl.br');

/** Reads the demo as text. */
export async function readDemo(): Promise<string> {
  if (!existsSync(BUNDLED)) return readFile(DEMO_FILE, 'utf8');
  const content = await promisify(brotliDecompress)(await readFile(BUNDLED));
  return content.toString();
}
