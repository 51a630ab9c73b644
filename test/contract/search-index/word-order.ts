import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../src/search/search-index.ts';
import { documentOf } from '../search-documents.ts';
import { keysOf } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Ranking by the order of words in names. */
export function describeWordOrder(driver: IndexDriver): void {
  const { apply, search, scrollAll } = driver;

  const fields = [
    { field: 'name', boost: 4 },
    { field: 'description', boost: 1 },
  ];
  const inOrder = async (text: string, rest: Partial<PageRequest> = {}) =>
    keysOf((await search({ words: { text, fields }, ...rest })).hits);

  const named = (key: string, name: string, description = '') => {
    const texts = { name: [name], ...(description !== '' && { description: [description] }) };
    return documentOf(key, { values: texts, texts });
  };

  describe('words in the order of the query rank higher', () => {
    driver.given(
      named('reversed', 'beta.alpha'),
      named('small', 'alpha.small.beta'),
      named('turtle', 'alpha.beta'),
    );

    it.each<[string, string, string[]]>([
      ['adjacent, then near, then reversed', 'alpha beta', ['turtle', 'small', 'reversed']],
      ['singulars and plurals', 'alphas beta', ['turtle', 'small', 'reversed']],
      ['a compound word', 'alphaBeta', ['turtle', 'small', 'reversed']],
      ['a repeated word', 'alpha alpha beta', ['turtle', 'small', 'reversed']],
      ['when it is reversed', 'beta alpha', ['reversed', 'turtle', 'small']],
      ['not for a prefix', 'alpha bet*', ['reversed', 'turtle', 'small']],
    ])('%s', async (_, text, expected) => {
      expect(await inOrder(text)).toEqual(expected);
      expect(await scrollAll({ words: { text, fields }, size: 1 })).toEqual(expected);
      expect(await inOrder(text, { from: 1, size: 1 })).toEqual(expected.slice(1, 2));
    });
  });

  describe('the order of words counts', () => {
    driver.given();

    it('in camel case, and with accents', async () => {
      await apply(named('a1', 'betaÄlpha'), named('a2', 'alphaBéta'), named('a3', 'alphaSmallBeta'));
      expect(await inOrder('alpha beta')).toEqual(['a2', 'a3', 'a1']);
    });

    it('by pairs of words', async () => {
      await apply(
        named('a1', 'gamma_beta_alpha'),
        named('a2', 'gamma_alpha_beta'),
        named('a3', 'alpha_beta_gamma'),
      );
      expect(await inOrder('alpha beta gamma')).toEqual(['a3', 'a2', 'a1']);
      expect(await inOrder('alpha beta gamma missing')).toEqual(['a3', 'a2', 'a1']);
    });

    it('in one name, not across several', async () => {
      const names = (key: string, ...name: string[]) =>
        documentOf(key, { values: { name }, texts: { name } });
      await apply(names('a1', 'big alpha', 'beta big'), names('a2', 'beta big', 'alpha beta'));
      expect(await inOrder('alpha beta')).toEqual(['a2', 'a1']);
    });

    it('at most four words apart', async () => {
      await apply(
        named('a1', 'alpha o p q r s beta'),
        named('a2', 'beta o p q r alpha s'),
        named('a3', 'alpha o p q r beta s'),
      );
      expect(await inOrder('alpha beta')).toEqual(['a3', 'a1', 'a2']);
    });

    it('in names, not in descriptions', async () => {
      await apply(named('a1', 'one', 'beta alpha'), named('a2', 'two', 'alpha beta'));
      expect(await inOrder('alpha beta')).toEqual(['a1', 'a2']);
    });

    it('with a score that a sorted page has too', async () => {
      await apply(named('a1', 'alpha_beta'), named('a2', 'beta_alpha'));
      const words = { text: 'alpha beta', fields };
      const scores = async (rest: Partial<PageRequest>) =>
        new Map((await search({ words, ...rest })).hits.map(({ urn, score }) => [urn, score]));
      const sort = [{ field: 'name', descending: true }];
      expect(await scores({ sort })).toEqual(await scores({}));
    });

    it('after names with more of the words', async () => {
      await apply(named('a1', 'alpha_beta'), named('a2', 'gamma_o_beta_p_alpha_q'));
      expect(await inOrder('alpha beta gamma')).toEqual(['a2']);
      expect(await inOrder('alpha beta gamma delta')).toEqual(['a2', 'a1']);
    });
  });
}
