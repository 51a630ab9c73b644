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
const PAGE = join(import.meta.dirname, 'README.md');
const BEGIN = '<!-- results: written by bench/write-table.ts -->';
const END = '<!-- end of results -->';

/** Writes the results file of a run and renews the table; returns the file's name in bench/results. */
export async function writeResult(result: BenchResult): Promise<string> {
  const file = `${result.date.slice(0, 10)}-${result.entities}.json`;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    join(RESULTS, file),
    await format(JSON.stringify(result), { ...(await style()), parser: 'json' }),
  );
  await renewTable(file);
  return `bench/results/${file}`;
}

/** Puts the table of a results file between the page's marks; fails when the page has none. */
export async function renewTable(file: string): Promise<void> {
  // The file was written by `writeResult`.
  const result = JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as BenchResult;
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`bench/README.md lacks the marks '${BEGIN}' and '${END}'.`);
  const table = `${resultTable(result)}\n\nFrom [${file}](results/${file}).`;
  const renewed = `${page.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(renewed, { ...(await style()), parser: 'markdown' }));
}

function style(): ReturnType<typeof resolveConfig> {
  return resolveConfig(PAGE);
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a file of bench/results.');
  await renewTable(basename(file));
}
