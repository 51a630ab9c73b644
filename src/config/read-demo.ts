import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The demo of the package: JSON lines, as `colophon import` reads them. */
export const DEMO_FILE = join(import.meta.dirname, '..', '..', 'demo', 'demo.jsonl');

/** Reads the demo as text. */
export function readDemo(): Promise<string> {
  return readFile(DEMO_FILE, 'utf8');
}
