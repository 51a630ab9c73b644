import { wordSequences } from './query-terms.ts';

/** A node of the trie of phrases: the words read so far, and what can follow them. */
interface Beginning {
  readonly next: Map<string, Beginning>;
  /** The longest suffix of these words that is also a node; undefined for the root. */
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

/** Sets `shorter` of all nodes, shortest first. */
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

/** The longest node that the words end with, after one more word. */
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
