import { advanceTo } from '../sets/doc-list.ts';
import type { WeightedPostings } from './word-search.ts';

/** Scores documents of one segment that are asked for in ascending order. */
export class Scorer {
  /** No document of the segment can score higher. */
  readonly maxScore: number;
  readonly #words: readonly (readonly WeightedPostings[])[];
  readonly #positions: number[][];

  constructor(words: readonly (readonly WeightedPostings[])[]) {
    this.#words = words;
    this.#positions = words.map((fields) => fields.map(() => 0));
    this.maxScore = words.reduce(
      (sum, fields) => sum + Math.max(0, ...fields.map((f) => f.weight * f.maxImpact)),
      0,
    );
  }

  /** Sum over the words of the best field of each: a word counts once, where it says most. */
  score(doc: number): number {
    let score = 0;
    for (let word = 0; word < this.#words.length; word++) score += this.#bestField(word, doc);
    return score;
  }

  #bestField(word: number, doc: number): number {
    const fields = this.#words[word] ?? [];
    const positions = this.#positions[word] ?? [];
    let best = 0;
    for (let i = 0; i < fields.length; i++) {
      const postings = fields[i];
      if (postings === undefined) continue;
      const at = advanceTo(postings.docs, doc, positions[i] ?? 0, postings.docs.length);
      positions[i] = at;
      if (postings.docs[at] !== doc) continue;
      const score = postings.weight * (postings.impacts[at] ?? 0);
      if (score > best) best = score;
    }
    return best;
  }
}
