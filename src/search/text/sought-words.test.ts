import { describe, expect, it } from 'vitest';
import { phraseWords, soughtWords, standsFor } from './sought-words.ts';

const textsOf = (query: string): string[] =>
  soughtWords(query).map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text));

describe('the words of a query', () => {
  it('are folded and distinct', () => {
    expect(textsOf('Été ÉTÉ  ete order_id')).toEqual(['ete', 'order', 'id']);
  });

  it('are prefixes when they end in an asterisk', () => {
    expect(textsOf('ord* customer_acc* * -*')).toEqual(['ord*', 'customer', 'acc*']);
    expect(textsOf('or*der')).toEqual(['or', 'der']);
  });

  it.each([
    ['order', ['orders']],
    ['orders', ['order']],
    ['category', ['categories']],
    ['categories', ['category']],
    ['boxes', ['box']],
    ['address', ['addresses']],
    ['status', ['statuses']],
    ['id', []],
    ['s3', []],
  ])('%s also stand for %j', (word, variants) => {
    expect(soughtWords(word)[0]?.variants).toEqual(variants);
  });

  it('have their camel-case parts', () => {
    expect(soughtWords('orderId')[0]?.parts).toEqual(['order', 'id']);
    expect(soughtWords('s3')[0]?.parts).toEqual([]);
    expect(soughtWords('Order')[0]?.parts).toEqual([]);
  });

  it('match equal words, variants and prefixes', () => {
    const [whole, beginning] = soughtWords('order ord*');
    expect(whole && standsFor('orders', whole)).toBe(true);
    expect(whole && standsFor('ordering', whole)).toBe(false);
    expect(beginning && standsFor('ordering', beginning)).toBe(true);
  });

  it('of a phrase match exactly', () => {
    expect(phraseWords('Order-Id of')).toEqual(['order', 'id', 'of']);
  });
});
