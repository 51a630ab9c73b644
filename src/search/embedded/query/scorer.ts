import { advanceTo } from '../sets/doc-list.ts';
import type { PostingsOfWord, WeightedPostings } from './word-search.ts';

/** Score added per occurring word when not all are required: greater than the score of any occurrence. */
const WORTH_OF_A_WORD = 10_000;

/** Scores documents of one segment, which must be passed in ascending order. */
export class Scorer {
  /** Upper bound of the score of any document in the segment. */
  readonly maxScore: number;
  /** Number of posting lists read per document. */
  readonly postings: number;
  readonly #words: readonly WordScorer[];
  readonly #worth: number;

  /** `isPartial`: documents may lack some of the words; those with most words then score highest. */
  constructor(words: readonly PostingsOfWord[], isPartial: boolean) {
    this.#words = words.map((word) => new WordScorer(word));
    this.postings = words.reduce((sum, { any, together }) => sum + any.length + together.flat().length, 0);
    this.#worth = isPartial ? WORTH_OF_A_WORD : 0;
    this.maxScore = this.#words.reduce((sum, { maxScore }) => sum + maxScore + this.#worth, 0);
  }

  /** Sum of the best occurrence of each word. */
  score(doc: number): number {
    let score = 0;
    for (const word of this.#words) {
      const best = word.score(doc);
      if (best > 0) score += best + this.#worth;
    }
    return score;
  }
}

class WordScorer {
  readonly maxScore: number;
  readonly #any: readonly PostingsReader[];
  readonly #together: readonly (readonly PostingsReader[])[];

  constructor({ any, together }: PostingsOfWord) {
    this.#any = any.map((postings) => new PostingsReader(postings));
    this.#together = together.map((part) => part.map((postings) => new PostingsReader(postings)));
    const maxTogether = this.#together.reduce((sum, part) => sum + maxOf(part), 0);
    this.maxScore = Math.max(maxOf(this.#any), maxTogether / Math.max(1, together.length));
  }

  score(doc: number): number {
    const best = bestOf(this.#any, doc);
    return this.#together.length === 0 ? best : Math.max(best, this.#scoreTogether(doc));
  }

  /** All parts together count as one word, so their scores are averaged. */
  #scoreTogether(doc: number): number {
    let sum = 0;
    for (const part of this.#together) {
      const best = bestOf(part, doc);
      if (best === 0) return 0;
      sum += best;
    }
    return sum / this.#together.length;
  }
}

/** Reads postings in ascending order of documents. */
class PostingsReader {
  readonly maxScore: number;
  readonly #postings: WeightedPostings;
  #at = 0;

  constructor(postings: WeightedPostings) {
    this.#postings = postings;
    this.maxScore = postings.weight * postings.maxImpact;
  }

  score(doc: number): number {
    const { docs, impacts, weight } = this.#postings;
    this.#at = advanceTo(docs, doc, this.#at, docs.length);
    return docs[this.#at] === doc ? weight * (impacts[this.#at] ?? 0) : 0;
  }
}

function bestOf(readers: readonly PostingsReader[], doc: number): number {
  let best = 0;
  for (const reader of readers) {
    const score = reader.score(doc);
    if (score > best) best = score;
  }
  return best;
}

function maxOf(readers: readonly PostingsReader[]): number {
  return Math.max(0, ...readers.map(({ maxScore }) => maxScore));
}
