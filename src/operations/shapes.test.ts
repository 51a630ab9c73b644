import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FLAG, NUMBER, TEXT, batchOf, objectOf, openObjectOf, readInput } from './shapes.ts';

const SHAPE = objectOf({
  name: TEXT,
  flag: v.nullish(FLAG, false),
  parts: v.nullish(batchOf('parts', objectOf({ text: TEXT })), []),
});

describe('readInput', () => {
  it('treats null as an omitted member', () => {
    const empty = { name: 'a', flag: false, parts: [] };
    expect(readInput(SHAPE, { name: 'a' })).toEqual(empty);
    expect(readInput(SHAPE, { name: 'a', flag: null, parts: null })).toEqual(empty);
  });

  it.each([
    [[], 'The request body must be a JSON object, but it is [].'],
    [null, 'The request body must be a JSON object, but it is null.'],
    [{}, 'name must be a string, but it is missing.'],
    [{ name: 1 }, 'name must be a string, but it is 1.'],
    [{ name: 'a', flag: 'yes' }, 'flag must be true or false, but it is "yes".'],
    [{ name: 'a', parts: [{ text: 'b' }, []] }, 'parts[1] must be a JSON object, but it is [].'],
    [{ name: 'a', parts: [{ text: null }] }, 'parts[0].text must be a string, but it is null.'],
    [{ nam: 1 }, "There is no member 'nam'. Did you mean 'name'? Known members: name, flag, parts."],
    [{ name: 'a', constructor: 1 }, "There is no member 'constructor'."],
    [{ name: 'a', parts: [{ more: 1 }] }, "There is no member 'more' in parts[0]. Known members: text."],
    [{ name: 'a', parts: Array(10_001).fill(1) }, 'parts has 10001 elements, more than 10000.'],
  ])('refuses %j', (body, message) => {
    expect(() => readInput(SHAPE, body)).toThrow(message);
  });

  it.each([
    [{}, 'kind must be one of "A", "B", but it is missing.'],
    [{ kind: 'C' }, 'kind must be one of "A", "B", but it is "C".'],
    [{ kind: 'A', one: 'A', name: 3 }, 'name must be a string, but it is 3.'],
    [{ kind: 'A', one: 'B' }, 'one must be "A", but it is "B".'],
    [{ kind: 'A', one: 'A', plain: {} }, 'plain.name must be given, but it is missing.'],
    [{ kind: 'A', one: 'A', plain: { name: '' } }, 'plain.name: it is empty.'],
  ])('describes shapes without a message: %j', (body, message) => {
    const shape = objectOf({
      kind: v.picklist(['A', 'B']),
      one: v.nullish(v.picklist(['A'])),
      name: v.nullish(v.string()),
      plain: v.nullish(
        v.object({
          name: v.pipe(
            v.string(),
            v.check((text) => text !== '', 'it is empty'),
          ),
        }),
      ),
    });
    expect(() => readInput(shape, body)).toThrow(message);
  });

  it.each([
    [{ values: [{ strng: 'x' }] }, "There is no member 'strng' in values[0]. Did you mean 'string'?"],
    [{ values: [{ string: 'x', double: 1 }] }, "There is no member 'double' in values[0]."],
    [{ values: [{ string: 1 }] }, 'values[0] must be'],
  ])('names the unknown member of a union: %j', (body, message) => {
    const value = v.union([objectOf({ string: TEXT }), objectOf({ double: NUMBER })]);
    expect(() => readInput(objectOf({ values: v.array(value) }), body)).toThrow(message);
  });

  it('leaves further members out of an open object', () => {
    const shape = openObjectOf({ name: TEXT });
    expect(readInput(shape, { name: 'a', more: 1 })).toEqual({ name: 'a' });
    expect(() => readInput(shape, { more: 1 })).toThrow('name must be a string, but it is missing.');
    expect(() => readInput(shape, 'a')).toThrow('The request body must be a JSON object, but it is "a".');
  });
});
