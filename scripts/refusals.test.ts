import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSALS, type DataType } from '../src/refusals.ts';
import { REFUSAL_WORDS, refusalWords } from '../web/src/api/errors/refusal-words.ts';

const ROOT = new URL('../', import.meta.url);

/** Kinds that no page can cause, so that the web interface has no words for them. */
const NOT_IN_PAGES: readonly string[] = [];

const EXAMPLES: Readonly<Record<DataType, unknown>> = {
  text: 'Gold',
  number: 1234,
  texts: ['Silver', 'Bronze'],
};

describe('kinds of refusals', () => {
  it('each has words in the web interface, or no page can cause it', () => {
    const missing = Object.keys(REFUSALS).filter(
      (kind) => !Object.hasOwn(REFUSAL_WORDS, kind) && !NOT_IN_PAGES.includes(kind),
    );
    expect(missing).toEqual([]);
  });

  it('the web interface has words for no other kinds', () => {
    expect(Object.keys(REFUSAL_WORDS).filter((kind) => !Object.hasOwn(REFUSALS, kind))).toEqual([]);
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
      file.endsWith('.test.ts') || file.endsWith('refusals.ts')
        ? ''
        : readFileSync(new URL(file, ROOT), 'utf8'),
    );
    const used = new Set(sources.flatMap((text) => text.match(/(?<=because\(\s*')[A-Z_]+/g) ?? []));
    expect(Object.keys(REFUSALS).filter((kind) => !used.has(kind))).toEqual([]);
  });
});
