import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { IndexImage } from '../index-image.ts';
import type {
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  SearchReader,
  SimilarWordsRequest,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import type { Epoch } from './epoch.ts';
import { ReceivedEpochs } from './epoch-image.ts';
import { EpochReader } from './epoch-reader.ts';
import { Pins } from './pins.ts';
import { DerivedCache } from './segment/derived.ts';

/** Dependencies of reads of another thread's index. */
export interface ReceivedIndexParts {
  /** Epoch ms. */
  readonly now: () => number;
  /** Minimum size of the cache of derived values, in bytes. */
  readonly derivedBytes: number;
  /** The state that another thread keeps for a ranked scroll; undefined when it has expired. */
  readonly keptElsewhere: (opening: number, number: number) => Promise<IndexImage | undefined>;
}

/** Maximum epochs kept for ranked scrolls. */
const MOST_PINNED = 32;
/** Time limit of a query. */
const ANSWER_LIMIT = { ms: 2_000, clock: () => performance.now() };

/** Reads of an index that another thread maintains, on the last received image. */
export class ReceivedIndex implements SearchReader {
  readonly isImmediate = true;
  readonly #parts: ReceivedIndexParts;
  readonly #epochs: ReceivedEpochs;
  #pins: Pins;
  #reads: EpochReader;
  #current: { readonly image: IndexImage; readonly epoch: Epoch };

  constructor(parts: ReceivedIndexParts, first: IndexImage) {
    this.#parts = parts;
    this.#epochs = new ReceivedEpochs(new DerivedCache(parts.derivedBytes));
    this.#current = { image: first, epoch: this.#epochs.next(first) };
    this.#pins = new Pins(MOST_PINNED, parts.now);
    this.#reads = this.#open(first.opening);
  }

  /** Switches reads to this state. */
  receive(image: IndexImage): void {
    const isOther = image.opening !== this.#current.image.opening;
    this.#current = { image, epoch: this.#epochs.next(image) };
    if (!isOther) return;
    // Epoch numbers start again.
    this.#pins = new Pins(MOST_PINNED, this.#parts.now);
    this.#reads = this.#open(image.opening);
  }

  /** Number of the state in use. */
  get number(): number {
    return this.#current.image.number;
  }

  /** The state that this thread keeps for a ranked scroll; undefined when it has expired. */
  kept(opening: number, number: number): IndexImage | undefined {
    const epoch = opening === this.#current.image.opening ? this.#pins.find(number) : undefined;
    return epoch && this.#epochs.imageOf(epoch);
  }

  position(): Sequence {
    return this.#current.image.position;
  }

  visible(): Promise<void> {
    return Promise.resolve();
  }

  search(request: PageRequest & VisibleQuery): Promise<Page> {
    return this.#reads.search(request);
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
    return this.#reads.aggregate(query, facets);
  }

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#reads.spread(query, requests);
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#reads.count(query);
  }

  similarWords(request: SimilarWordsRequest): Promise<readonly string[]> {
    return this.#reads.similarWords(request);
  }

  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
    return this.#reads.values(urns, field);
  }

  #open(opening: number): EpochReader {
    return new EpochReader({
      opening,
      pins: this.#pins,
      answerLimit: ANSWER_LIMIT,
      hasSiblings: false,
      epoch: () => this.#current.epoch,
      keptElsewhere: async (ofOpening, number) => {
        const image = await this.#parts.keptElsewhere(ofOpening, number);
        return image && this.#epochs.of(image);
      },
    });
  }
}
