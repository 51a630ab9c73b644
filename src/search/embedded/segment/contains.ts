import type { Steps } from '../../../util/concurrency/steps.ts';
import type { TextDictionary } from './text-dictionary.ts';

/** Bytes to fold and search at a time. */
const WINDOW_BYTES = 64 * 1024;

/**
 * Ordinals of the texts that contain a folded text, ignoring case, in steps. Folds and searches the bytes of many texts at a
 * time; calls `beforeWindow`, which may throw to abort, before each such step. Undefined unless all texts are ASCII: the
 * dictionary must then be scanned.
 */
export function* ordinalsContaining(
  texts: TextDictionary,
  folded: string,
  beforeWindow: () => void,
): Steps<number[] | undefined> {
  if (!texts.isAscii) return undefined;
  const needle = Buffer.from(folded, 'utf8');
  if (needle.length === 0) return Array.from({ length: texts.size }, (_, ordinal) => ordinal);
  const found: number[] = [];
  for (let first = 0; first < texts.size;) {
    yield;
    beforeWindow();
    const end = texts.endOfWindow(first, WINDOW_BYTES);
    searchWindow(texts, first, end, needle, found);
    first = end;
  }
  return found;
}

function searchWindow(
  texts: TextDictionary,
  first: number,
  end: number,
  needle: Buffer,
  found: number[],
): void {
  const bytes = texts.foldedBytes(first, end);
  const start = texts.startOf(first);
  let ordinal = first;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at)) {
    while (texts.startOf(ordinal + 1) - start <= at) ordinal++;
    const next = texts.startOf(ordinal + 1) - start;
    // A hit that extends into the next text does not count; each text is added once.
    if (at + needle.length <= next) {
      found.push(ordinal);
      at = next;
    } else {
      at++;
    }
  }
}
