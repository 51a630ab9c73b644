/**
 * Keeps the table in bench/README.md equal to the newest results file.
 *
 *   node bench/write-table.ts FILE      renews the table from bench/results/FILE
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { resultTable } from './result-table.ts';
import type { BenchResult } from './result.ts';

const RESULTS = join(import.meta.dirname, 'results');
const BEGIN = '<!-- results: written by bench/write-table.ts -->';
const END = '<!-- end of results -->';

/** Writes the results file of a run and renews the table; returns the file's name in bench/results. */
export async function writeResult(result: BenchResult): Promise<string> {
  const file = await writeResultFile(result, `${result.date.slice(0, 10)}-${result.entities}.json`);
  await renewTable(file);
  return `bench/results/${file}`;
}

/** Writes what a run has found into bench/results; returns the name. */
export async function writeResultFile(result: object, file: string): Promise<string> {
  mkdirSync(RESULTS, { recursive: true });
  const text = await format(JSON.stringify(result), { ...(await style()), parser: 'json' });
  writeFileSync(join(RESULTS, file), text);
  return file;
}

/** What a results file holds; whoever asks knows which kind of run wrote it. */
export function readResultFile(file: string): unknown {
  return JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));
}

/** Puts text between the marks of a page of this folder; fails when the page has none. */
export async function renewPage(page: string, text: string): Promise<void> {
  const path = join(import.meta.dirname, page);
  const old = readFileSync(path, 'utf8');
  const [begin, end] = [old.indexOf(BEGIN), old.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`bench/${page} lacks the marks '${BEGIN}' and '${END}'.`);
  const renewed = `${old.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${old.slice(end)}`;
  writeFileSync(path, await format(renewed, { ...(await style()), parser: 'markdown' }));
}

/** Puts the table of a results file into bench/README.md. */
export async function renewTable(file: string): Promise<void> {
  // The file was written by `writeResult`.
  const result = readResultFile(file) as BenchResult;
  await renewPage('README.md', `${resultTable(result)}\n\nFrom [${file}](results/${file}).`);
}

function style(): ReturnType<typeof resolveConfig> {
  return resolveConfig(join(import.meta.dirname, 'README.md'));
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a file of bench/results.');
  await renewTable(basename(file));
}
