import { describe, expect, it } from 'vitest';
import { QueryParameters } from './query-parameters.ts';

const parameters = (query: unknown): QueryParameters => new QueryParameters({ query });

describe('QueryParameters', () => {
  it('reads texts, lists, flags and counts', () => {
    const query = { text: 'x', list: ['a,b', 'c', ''], yes: 'TRUE', off: 'off', count: '12' };
    expect(parameters(query).text('text')).toBe('x');
    expect(parameters(query).list('list')).toEqual(['a', 'b', 'c']);
    expect(parameters(query).flag('yes', false)).toBe(true);
    expect(parameters(query).flag('off', true)).toBe(false);
    expect(parameters(query).count('count')).toBe(12);
  });

  it('treats empty values as absent', () => {
    for (const query of [{}, { a: '' }, { a: ['', ''] }]) {
      expect(parameters(query).text('a')).toBeUndefined();
      expect(parameters(query).list('a')).toEqual([]);
      expect(parameters(query).flag('a', true)).toBe(true);
      expect(parameters(query).count('a')).toBeUndefined();
    }
  });

  it('accepts a repeated flag, but not contradictory values', () => {
    expect(parameters({ a: ['false,false', 'no'] }).flag('a', true)).toBe(false);
    expect(() => parameters({ a: 'true,false' }).flag('a', true)).toThrow(
      'Parameter a is given as true and as',
    );
  });

  it.each(['1.5', '-1', 'x', '1e3', '99999999999999999999', ' 1'])('refuses the count %j', (text) => {
    expect(() => parameters({ a: text }).count('a')).toThrow(
      `Parameter a must be a whole number from 0, but it is '${text}'.`,
    );
  });

  it('does not read properties of the prototype', () => {
    expect(parameters({}).text('constructor')).toBeUndefined();
    expect(parameters({}).text('__proto__')).toBeUndefined();
  });
});
