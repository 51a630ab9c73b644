import { describe, expect, it } from 'vitest';
import { occurrenceTest, phraseWords, queryTerms } from './query-terms.ts';

const textsOf = (query: string): string[] =>
  queryTerms(query).map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text));

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
    ['categories', ['category', 'categorie']],
    ['movies', ['movy', 'movie']],
    ['boxes', ['box', 'boxe']],
    ['caches', ['cach', 'cache']],
    ['heroes', ['hero', 'heroe']],
    ['hero', ['heros', 'heroes']],
    ['address', ['addresses']],
    ['addresses', ['address', 'addresse']],
    ['status', ['statuses']],
    ['statuses', ['statuse', 'status', 'statusis']],
    ['buses', ['buse', 'bus', 'busis']],
    ['houses', ['house', 'hous', 'housis']],
    ['analysis', ['analyses']],
    ['analyses', ['analyse', 'analys', 'analysis']],
    ['id', []],
    ['s3', []],
  ])('%s also matches %j', (word, variants) => {
    expect(queryTerms(word)[0]?.variants).toEqual(variants);
  });

  it('have their camel-case parts', () => {
    expect(queryTerms('orderId')[0]?.parts).toEqual(['order', 'id']);
    expect(queryTerms('s3')[0]?.parts).toEqual([]);
    expect(queryTerms('Order')[0]?.parts).toEqual([]);
  });

  it('match equal words, variants and prefixes', () => {
    expect(occurrenceTest(queryTerms('customer order'))('orders')).toBe(true);
    expect(occurrenceTest(queryTerms('customer order'))('ordering')).toBe(false);
    expect(occurrenceTest(queryTerms('customer ord*'))('ordering')).toBe(true);
  });

  it('of a phrase match exactly', () => {
    expect(phraseWords('Order-Id of')).toEqual(['order', 'id', 'of']);
  });
});
