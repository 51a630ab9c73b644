import { OrderReader } from '../../text/order-reader.ts';
import type { OrderWorth } from '../../text/word-order.ts';
import type { Segment, TextColumn } from '../segment/segment.ts';
import type { AnswerTime } from './answer-time.ts';

/** A field in which word order scores. */
interface OrderedColumn {
  readonly column: TextColumn;
  readonly worths: readonly number[];
}

/** Scores the order of words in documents of one segment, from their stored texts. */
export class OrderScorer {
  /** Upper bound of the score of any document in the segment. */
  readonly maxScore: number;
  readonly #reader: OrderReader;
  readonly #columns: readonly OrderedColumn[];
  readonly #time: AnswerTime;
  /** Best score of each pair in the current document. */
  readonly #best: number[];

  /** `time` is charged for the texts read. */
  constructor(segment: Segment, { fields, pairs }: OrderWorth, time: AnswerTime) {
    this.#reader = new OrderReader(pairs);
    this.#columns = fields.flatMap(({ field, worths }) => {
      const column = segment.texts(field);
      return column === undefined ? [] : [{ column, worths }];
    });
    this.#time = time;
    this.#best = pairs.map(() => 0);
    const most = pairs.map((_, i) => Math.max(0, ...this.#columns.map(({ worths }) => worths[i] ?? 0)));
    this.maxScore = sumOf(most);
  }

  /** Sum of the best score of each pair. TIMEOUT when the time is up. */
  score(doc: number): number {
    if (this.maxScore === 0) return 0;
    this.#best.fill(0);
    for (const { column, worths } of this.#columns) {
      if (!this.#canGain(worths)) continue;
      const ordinals = column.ordinalsOf(column.codeOf(doc));
      for (let i = 0; i < ordinals.length; i++) this.#read(column, ordinals[i] ?? 0, worths);
    }
    return sumOf(this.#best);
  }

  #canGain(worths: readonly number[]): boolean {
    for (let i = 0; i < worths.length; i++) if ((worths[i] ?? 0) > (this.#best[i] ?? 0)) return true;
    return false;
  }

  #read({ dictionary }: TextColumn, ordinal: number, worths: readonly number[]): void {
    this.#time.spend(dictionary.byteLength(ordinal));
    const shares = this.#reader.read(dictionary.get(ordinal));
    for (let i = 0; i < shares.length; i++) {
      this.#best[i] = Math.max(this.#best[i] ?? 0, (shares[i] ?? 0) * (worths[i] ?? 0));
    }
  }
}

function sumOf(scores: readonly number[]): number {
  let sum = 0;
  for (const score of scores) sum += score;
  return sum;
}
