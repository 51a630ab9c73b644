import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseTest } from './phrase-test.ts';
import { phraseWords } from './query-terms.ts';

describe('a phrase', () => {
  it.each([
    ['web.userSessions of today', 'user sessions', true],
    ['web.userSessions of today', 'sessions of', true],
    ['web.userSessions of today', 'userSessions of', true],
    ['web.userSessions of today', 'web user', true],
    ['web.userSessions of today', 'sessions user', false],
    ['web.userSessions of today', 'user of', false],
  ])('of %s: %s is a phrase: %s', (text, phrase, isPhrase) => {
    expect(phraseTest([phraseWords(phrase)])(text)).toBe(isPhrase);
  });

  it('is found where its words follow each other, together with any other phrases', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    const phrasesOf = fc.array(fc.array(word, { maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(word), phrasesOf, (words, phrases) => {
        const text = ` ${words.join(' ')} `;
        const isAny = phrases.some((phrase) => phrase.length > 0 && text.includes(` ${phrase.join(' ')} `));
        expect(phraseTest(phrases)(text)).toBe(isAny);
      }),
    );
  });
});
