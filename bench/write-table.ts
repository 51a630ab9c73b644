/**
 * Writes the tables of a results file into bench/README.md.
 *
 *   node bench/write-table.ts FILE      updates the tables from bench/results/FILE
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatText } from '../scripts/format-text.ts';
import { resultTable } from './result-table.ts';
import type { BenchResult } from './measurements/result.ts';

const RESULTS = join(import.meta.dirname, 'results');

/** Writes the results file of a run and updates the tables; returns the path of the file. */
export async function writeResult(result: BenchResult): Promise<string> {
  const file = await writeResultFile(result, `${result.date.slice(0, 10)}-${result.entities}.json`);
  await renewTable(file);
  return `bench/results/${file}`;
}

/** Writes the results of a run to bench/results; returns the file name. */
export async function writeResultFile(result: object, file: string): Promise<string> {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, file), await formatText(file, JSON.stringify(result)));
  return file;
}

/** Parses a results file; the caller knows which kind of run wrote it. */
export function readResultFile(file: string): unknown {
  return JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));
}

/** Replaces the text between the markers of a section of a page in this folder. Throws if the page has none. */
export async function renewPage(page: string, text: string, section = 'results'): Promise<void> {
  const path = join(import.meta.dirname, page);
  const old = readFileSync(path, 'utf8');
  const [first, last] = [
    `<!-- ${section}: written by bench/write-table.ts -->`,
    `<!-- end of ${section} -->`,
  ];
  const [begin, end] = [old.indexOf(first), old.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`bench/${page} lacks the markers '${first}' and '${last}'.`);
  const renewed = `${old.slice(0, begin + first.length)}\n\n${text}\n\n${old.slice(end)}`;
  writeFileSync(path, await formatText(page, renewed));
}

/** Writes the tables of a results file into bench/README.md. */
export async function renewTable(file: string): Promise<void> {
  // The file was written by `writeResult`.
  const result = readResultFile(file) as BenchResult;
  await renewPage('README.md', `${resultTable(result)}\n\nFrom [${file}](results/${file}).`);
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a file of bench/results.');
  await renewTable(basename(file));
}
