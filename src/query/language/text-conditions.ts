import { analyzeText, foldCase } from '../../search/text/analyzer.ts';
import type { Expression } from '../../search/expression.ts';
import { fitsGlob, parseGlob } from '../../search/text/glob.ts';
import { phraseTest } from '../../search/text/phrase-test.ts';
import { occurrenceTest, phraseWords, queryTerms, type QueryTerm } from '../../search/text/query-terms.ts';

/** A condition on text. */
export type TextCondition = Extract<Expression, { readonly kind: 'terms' | 'pattern' | 'words' }>;

/** Text conditions in an expression, except negated ones, which do not explain why an entity matches. */
export function textConditions(expression: Expression): readonly TextCondition[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(textConditions);
    case 'terms':
    case 'pattern':
    case 'words':
      return [expression];
    default:
      return [];
  }
}

export function fieldsOfCondition(condition: TextCondition): readonly string[] {
  return condition.kind === 'words' ? condition.fields : [condition.field];
}

type TextTest = (text: string) => boolean;

/** Tests of a text for the conditions of one field; each reads the text at most twice, for any number of conditions. */
export interface FieldTests {
  /** Whether the text contains one of the words or phrases; undefined without such conditions. */
  readonly hasWords?: TextTest;
  /** Whether the text is one of the whole values; undefined without such conditions. */
  readonly isValue?: TextTest;
  /** Tests whether a case-folded text matches a pattern; one for each distinct pattern. */
  readonly fits: readonly TextTest[];
}

/** Tests whether a text matches one of the conditions. One of the words suffices; with `inOrder` it must contain the phrase. */
export function fieldTests(conditions: readonly TextCondition[]): FieldTests {
  const terms: TermsCondition[] = [];
  const words: WordsCondition[] = [];
  const fits = new Map<string, TextTest>();
  for (const condition of conditions) {
    if (condition.kind === 'terms') terms.push(condition);
    else if (condition.kind === 'words') words.push(condition);
    else {
      const folded = foldCase(condition.value);
      const key = `${condition.match} ${folded}`;
      if (!fits.has(key)) fits.set(key, patternTest(condition.match, folded));
    }
  }
  return {
    fits: [...fits.values()],
    ...(words.length > 0 && { hasWords: wordsTest(words) }),
    ...(terms.length > 0 && { isValue: termsTest(terms) }),
  };
}

type TermsCondition = Extract<TextCondition, { readonly kind: 'terms' }>;
type WordsCondition = Extract<TextCondition, { readonly kind: 'words' }>;

function termsTest(terms: readonly TermsCondition[]): TextTest {
  const valuesOf = (ignoring: boolean): readonly string[] =>
    terms.flatMap(({ ignoreCase, values }) => (ignoreCase === ignoring ? values : []));
  const exact = new Set(valuesOf(false));
  const folded = new Set(valuesOf(true).map(foldCase));
  return (text) => exact.has(text) || (folded.size > 0 && folded.has(foldCase(text)));
}

function patternTest(
  match: Extract<Expression, { readonly kind: 'pattern' }>['match'],
  value: string,
): TextTest {
  switch (match) {
    case 'prefix':
      return (folded) => folded.startsWith(value);
    case 'suffix':
      return (folded) => folded.endsWith(value);
    case 'contains':
      return (folded) => folded.includes(value);
    case 'glob': {
      const glob = parseGlob(value);
      return (folded) => fitsGlob(folded, glob);
    }
  }
}

function wordsTest(conditions: readonly WordsCondition[]): TextTest {
  const textsOf = (ordered: boolean): readonly string[] => [
    ...new Set(conditions.flatMap(({ inOrder, text }) => (inOrder === ordered ? [text] : []))),
  ];
  const phrases = textsOf(true).map(phraseWords);
  const terms = textsOf(false).flatMap(queryTerms);
  const hasPhrase = phraseTest(phrases);
  const hasWord = anyWordTest(terms);
  return (text) => (terms.length > 0 && hasWord(text)) || (phrases.length > 0 && hasPhrase(text));
}

function anyWordTest(wanted: readonly QueryTerm[]): TextTest {
  const isWanted = occurrenceTest(wanted);
  const parts = new Set(wanted.flatMap((word) => word.parts));
  const occurs = (one: string): boolean => isWanted(one) || parts.has(one);
  return (text) => {
    const analyzed = analyzeText(text);
    return analyzed.words.some(occurs) || analyzed.parts.some(occurs);
  };
}
