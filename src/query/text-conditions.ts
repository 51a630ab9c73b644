import { analyzeText, foldCase } from '../search/analyzer.ts';
import type { Expression } from '../search/expression.ts';
import { fitsGlob, parseGlob } from '../search/glob.ts';
import { hasPhrase, phraseWords, soughtWords, standsFor } from '../search/sought-words.ts';

/** A condition that holds because of a text. */
export type TextCondition = Extract<Expression, { readonly kind: 'terms' | 'pattern' | 'words' }>;

/** The conditions on texts in an expression; those of which the opposite is asked for tell nothing of what is found. */
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

/** The fields that a condition is about. */
export function fieldsOfCondition(condition: TextCondition): readonly string[] {
  return condition.kind === 'words' ? condition.fields : [condition.field];
}

/** Tells texts that meet a condition; of its words one is enough, unless they must stand one after the other. */
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
  return (text) => wanted.length > 0 && hasPhrase(analyzeText(text).words, wanted);
}

function wordsTest(sought: string): (text: string) => boolean {
  const wanted = soughtWords(sought);
  return (text) => {
    const { words, parts } = analyzeText(text);
    const present = [...words, ...parts];
    return wanted.some((word) => present.some((one) => standsFor(one, word) || word.parts.includes(one)));
  };
}
