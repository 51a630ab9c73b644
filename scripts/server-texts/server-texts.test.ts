import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findReadings } from './find-readings.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** Files that parse a message that is not the server's, or a code. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'web/src/components/feedback/error-boundary.tsx':
    'the browser says so when it cannot load a part of the page',
  'src/cli/connection/datahubenv.ts': 'the parser of YAML says so',
  'web/src/features/operations/job-words.ts': 'why values are removed, or a step is skipped, is a code',
};

const FILES = globSync('{web/src,src/cli}/**/*.{ts,tsx}', { cwd: REPOSITORY }).filter(
  (file) => !/\.(?:test|generated|d)\.tsx?$/.test(file),
);

const SOURCES = FILES.map((file) => ({ file, source: readFileSync(join(REPOSITORY, file), 'utf8') }));

describe('the web interface and the command line', () => {
  const found = findReadings(SOURCES);

  it('do not parse messages of the server', () => {
    const shown = found
      .filter(({ file }) => !Object.hasOwn(OF_OTHERS, file))
      .map(({ code, file, line }) => `${file}:${line} ${code}`);
    // Use data instead: add a member to `Problem` or to the response.
    expect(shown).toEqual([]);
  });

  it.each(Object.keys(OF_OTHERS))('have a reason for the exception of %s', (exception) => {
    expect(found.some(({ file }) => file === exception)).toBe(true);
  });
});

describe('parsing a message', () => {
  it.each([
    'if (error.message.includes("quota")) retry();',
    'if (error?.message?.startsWith("planToken ")) retry();',
    'const { message } = error; const parts = message.split("; ");',
    'const [text] = problems.map(({ message }) => message); /quota/.test(problems[0].message);',
    'const sentence = messageOf(error); const found = /(\\d{14})/.exec(sentence);',
    'const sentence = error.message ?? ""; const lower = sentence.trim(); lower.match(/x/);',
    'const sentence = String(error); sentence.indexOf("x");',
    'const { reason: why } = answer; if (answer.reason === "nobody may") hide();',
    'switch (answer.reason) { case "x": hide(); }',
    'const label = LABELS[error.message];',
    'const label = labels.get(answer["reason"]);',
    'const name = reason.text.replace(URN, nameOf);',
    'new RegExp("x").test(`${error.message}`);',
    'const upper = refusal.toUpperCase();',
    'if ("x" in table && error.message < "b") hide();',
    'const letters = [...error.message];',
  ])('%s', (source) => {
    expect(findReadings([{ file: 'a.ts', source }])).not.toEqual([]);
  });

  it.each([
    'show(error.message); if (error.message === "") hide();',
    'const { message } = error; return <p>{message}</p>;',
    'const text = `${name}: ${messageOf(error)}`; showToast(text);',
    'if (problem.field === "url" || error.status === 409) retry();',
    'const shown = reasons.map(readable).join("; "); const { urns } = reasons[0];',
    'if (reason === undefined) hide(); query.includes("x");',
  ])('not %s', (source) => {
    expect(findReadings([{ file: 'a.tsx', source: `function f() { ${source} }` }])).toEqual([]);
  });

  it('in a function of another file', () => {
    const caller = {
      file: 'a.ts',
      source: 'import { isFull } from "./b.ts"; if (isFull(error.message)) stop();',
    };
    const reader = {
      file: 'b.ts',
      source: 'export const isFull = (sentence: string) => sentence.includes("full");',
    };
    expect(findReadings([caller, reader])).toMatchObject([{ file: 'b.ts', line: 1 }]);
    expect(findReadings([reader])).toEqual([]);
  });
});
