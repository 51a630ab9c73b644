import { analyzeText, foldCase } from '../../search/text/analyzer.ts';
import type { Expression } from '../../search/expression.ts';
import { fitsGlob, parseGlob } from '../../search/text/glob.ts';
import { hasPhrase, occurrenceTest, phraseWords, soughtWords } from '../../search/text/sought-words.ts';

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

/** Tests whether a text matches a condition. One of its words is enough; with `inOrder` it must contain the phrase. */
export function textTest(condition: TextCondition): (text: string) => boolean {
  switch (condition.kind) {
    case 'terms':
      return termsTest(condition.values, condition.ignoreCase);
    case 'pattern':
      return patternTest(condition.match, foldCase(condition.value));
    case 'words':
      return condition.inOrder ? phraseTest(condition.text) : wordsTest(condition.text);
  }
}

function termsTest(values: readonly string[], ignoreCase: boolean): (text: string) => boolean {
  if (!ignoreCase) return (text) => values.includes(text);
  const folded = new Set(values.map(foldCase));
  return (text) => folded.has(foldCase(text));
}

function patternTest(
  match: Extract<Expression, { readonly kind: 'pattern' }>['match'],
  folded: string,
): (text: string) => boolean {
  switch (match) {
    case 'prefix':
      return (text) => foldCase(text).startsWith(folded);
    case 'suffix':
      return (text) => foldCase(text).endsWith(folded);
    case 'contains':
      return (text) => foldCase(text).includes(folded);
    case 'glob': {
      const glob = parseGlob(folded);
      return (text) => fitsGlob(foldCase(text), glob);
    }
  }
}

function phraseTest(phrase: string): (text: string) => boolean {
  const wanted = phraseWords(phrase);
  return (text) => wanted.length > 0 && hasPhrase(text, wanted);
}

function wordsTest(sought: string): (text: string) => boolean {
  const wanted = soughtWords(sought);
  const isWanted = occurrenceTest(wanted);
  const parts = new Set(wanted.flatMap((word) => word.parts));
  const occurs = (one: string): boolean => isWanted(one) || parts.has(one);
  return (text) => {
    const analyzed = analyzeText(text);
    return analyzed.words.some(occurs) || analyzed.parts.some(occurs);
  };
}
