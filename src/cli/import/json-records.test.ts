import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonRecords, type JsonRecord } from './json-records.ts';

/** Reads a text in chunks of the given number of bytes. */
async function records(text: string | Uint8Array, size = 7): Promise<readonly JsonRecord[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
      await Promise.resolve();
    }
  }
  const found: JsonRecord[] = [];
  for await (const record of jsonRecords(chunks())) found.push(record);
  return found;
}

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());

describe('jsonRecords', () => {
  it('reads arrays and lines, however formatted and chunked', async () => {
    const forms = [
      (list: readonly unknown[]) => JSON.stringify(list),
      (list: readonly unknown[]) => JSON.stringify(list, null, 4),
      (list: readonly unknown[]) => `\uFEFF[\r\n${list.map((item) => JSON.stringify(item)).join(',\r\n')}]\n`,
      (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).join('\n'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(object),
        fc.constantFrom(...forms),
        fc.integer({ min: 1, max: 50 }),
        async (list, write, size) => {
          const found = await records(write(list), size);
          expect(found.map(({ text }): unknown => JSON.parse(text))).toEqual(
            JSON.parse(JSON.stringify(list)),
          );
        },
      ),
    );
  });

  it('reports the line on which each record starts', async () => {
    expect(await records('[\n{"a":\n1},\n\n{"b":"\\n"}, {"c":1}\n]\n')).toEqual([
      { text: '{"a":\n1}', line: 2 },
      { text: '{"b":"\\n"}', line: 5 },
      { text: '{"c":1}', line: 5 },
    ]);
    expect(await records('')).toEqual([]);
    expect(await records(' [ ] ')).toEqual([]);
  });

  it('passes on records that are not objects', async () => {
    expect((await records('{"a":1}\noops\n12')).map(({ text }) => text)).toEqual(['{"a":1}', 'oops', '12']);
  });

  it.each([
    ['[{"a":1},\n{"b":', 'The record on line 2 does not end: the file is truncated.'],
    ['[{"a":1},\n{"b":1}', "line 2 is missing: the array has no ']' at its end"],
    ['[{"a":1}\n{"b":1}]', "The record on line 2 needs a ',' before it."],
    ['[{"a":1}]\n{"b":1}', "The record on line 2 follows the ']' that ends the array."],
    ['{"a":"', 'The record on line 1 does not end'],
  ])('refuses %j', async (text, message) => {
    await expect(records(text)).rejects.toThrow(message);
  });

  it('refuses what is not UTF-8', async () => {
    await expect(records(Uint8Array.of(123, 34, 0xff, 34, 125))).rejects.toThrow(
      'not UTF-8 text, at or after line 1',
    );
  });
});
