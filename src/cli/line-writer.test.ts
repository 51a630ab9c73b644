import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { lineWriter } from './line-writer.ts';
import { jsonText, tableText } from './output.ts';

const HOSTILE = 'a\u009b2J\u202eb\u001b[2J\u007f é 中';

function written(text: string, isTTY: boolean): string {
  let output = '';
  lineWriter({ isTTY, write: (part) => (output += part) })(text);
  return output;
}

it.each([
  ['a table', tableText(['NAME', 'URN'], [[HOSTILE, 'urn']])],
  ['JSON', jsonText([{ name: HOSTILE }])],
  ['YAML', stringify({ name: HOSTILE, text: `${HOSTILE}\nmore` }, { lineWidth: 0 })],
  ['plain text', `Deleted ${HOSTILE}.`],
])('writes %s to a terminal without control characters', (_what, text) => {
  const output = written(text, true);
  // oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
  expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(output)).toBe(false);
  expect(output).toContain('é 中');
  expect(output.endsWith('\n')).toBe(true);
});

it('keeps lines, and JSON with its values', () => {
  expect(written('a\nb', true)).toBe('a\nb\n');
  expect(JSON.parse(written(jsonText({ name: HOSTILE }), true))).toEqual({ name: HOSTILE });
});

it('changes nothing in a file or pipe', () => {
  expect(written(HOSTILE, false)).toBe(`${HOSTILE}\n`);
});
