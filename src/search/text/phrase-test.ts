import { wordSequences } from './query-terms.ts';

/** A beginning of phrases that was read, and what follows it. */
interface Beginning {
  readonly next: Map<string, Beginning>;
  /** The longest end of this beginning that is itself a beginning; undefined for the empty one. */
  shorter: Beginning | undefined;
  /** Whether a phrase ends here. */
  isPhrase: boolean;
}

/**
 * Tests whether a text contains one of the phrases, each a list of words one after another; parts of camel-case words are
 * words too. Reads a text once for all phrases, in time that does not grow with their number (Aho-Corasick).
 */
export function phraseTest(phrases: readonly (readonly string[])[]): (text: string) => boolean {
  const start = emptyBeginning();
  for (const phrase of phrases) if (phrase.length > 0) addPhrase(start, phrase);
  linkShorter(start);
  return (text) => wordSequences(text).some((words) => hasAny(words, start));
}

function emptyBeginning(): Beginning {
  return { next: new Map(), shorter: undefined, isPhrase: false };
}

function addPhrase(start: Beginning, phrase: readonly string[]): void {
  let at = start;
  for (const word of phrase) {
    const next = at.next.get(word) ?? emptyBeginning();
    at.next.set(word, next);
    at = next;
  }
  at.isPhrase = true;
}

/** Sets `shorter` of all beginnings, shorter ones first. */
function linkShorter(start: Beginning): void {
  const inOrder = [start];
  for (const at of inOrder) {
    for (const [word, next] of at.next) {
      next.shorter = at.shorter === undefined ? start : follow(at.shorter, word, start);
      next.isPhrase ||= next.shorter.isPhrase;
      inOrder.push(next);
    }
  }
}

/** The longest beginning that the words end with, after one more word. */
function follow(from: Beginning, word: string, start: Beginning): Beginning {
  for (let at: Beginning | undefined = from; at !== undefined; at = at.shorter) {
    const next = at.next.get(word);
    if (next !== undefined) return next;
  }
  return start;
}

function hasAny(words: readonly string[], start: Beginning): boolean {
  let at = start;
  return words.some((word) => {
    at = follow(at, word, start);
    return at.isPhrase;
  });
}
