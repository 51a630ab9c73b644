import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellLine, shellWord } from './shell-words.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)';

describe('a word of a command', () => {
  it.each([
    'urn:li:tag:pii',
    DATASET,
    '/home/ada/my data',
    "Ada's data",
    String.raw`a\b`,
    '$HOME',
    '~/x',
    '',
  ])('is one word for a POSIX shell: %s', (text) => {
    const read = execFileSync('sh', ['-c', `printf '%s|' ${shellWord(text, 'linux')}`], { encoding: 'utf8' });
    expect(read).toBe(`${text}|`);
  });

  it.each([
    ['urn:li:tag:pii', 'urn:li:tag:pii'],
    [String.raw`C:\data`, String.raw`C:\data`],
    [DATASET, `"${DATASET}"`],
    [String.raw`C:\my data`, String.raw`"C:\my data"`],
    ["C:\\Ada's data", `"C:\\Ada's data"`],
  ])('has quotes on Windows only where it needs them, and double ones: %s', (text, word) => {
    expect(shellWord(text, 'win32')).toBe(word);
  });
});

it('shows examples with the quotes of the system', () => {
  const line = "group create stewards --name 'Data stewards'";
  expect(shellLine(line, 'win32')).toBe('group create stewards --name "Data stewards"');
  expect(shellLine(line, 'darwin')).toBe(line);
});
