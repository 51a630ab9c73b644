import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../src/refusals/all-refusals.ts';
import type { DataType } from '../src/refusals/refusal-kind.ts';
import { REFUSAL_WORDS, refusalWords } from '../web/src/api/errors/refusal-words.ts';

const ROOT = new URL('../', import.meta.url);

const EXAMPLES: Readonly<Record<DataType, unknown>> = {
  text: 'Gold',
  number: 1234,
  texts: ['Silver', 'Bronze'],
};

describe('kinds of refusals', () => {
  it('the web interface has words for these kinds and no others', () => {
    expect(Object.keys(REFUSAL_WORDS).sort()).toEqual(Object.keys(REFUSALS).sort());
  });

  it.each(Object.entries(REFUSALS))('%s is said in sentences with its data only', (kind, { data }) => {
    const examples = Object.entries(data).map(([name, type]: [string, DataType]) => [name, EXAMPLES[type]]);
    const words = refusalWords(kind, Object.fromEntries(examples) as Record<string, unknown>);
    expect(words).toMatch(/^[A-Z‘\d].*[.]$/);
    // A question mark stands for a member that the server does not send.
    expect(words).not.toMatch(/\?|undefined|NaN|urn:li|[A-Z]+_[A-Z]+/);
  });

  it('each occurs in the server', () => {
    const sources = globSync('src/**/*.ts', { cwd: ROOT }).map((file) =>
      file.endsWith('.test.ts') || file.startsWith('src/refusals')
        ? ''
        : readFileSync(new URL(file, ROOT), 'utf8'),
    );
    const used = new Set(sources.flatMap((text) => text.match(/(?<=because\(\s*')[A-Z_]+/g) ?? []));
    expect(Object.keys(REFUSALS).filter((kind) => !used.has(kind))).toEqual([]);
  });
});
