import type { CommitMark, Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { FillProgress } from '../fill-progress.ts';
import type { ImageSource, IndexImage, Lender } from '../index-image.ts';
import type {
  DocumentChange,
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  SearchIndex,
  SimilarWordsRequest,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import type { CurrentState } from './current-state.ts';
import { ReceivedEpochs, imageOf } from './epoch-image.ts';
import { EpochReader, type EpochReaderParts } from './epoch-reader.ts';
import type { Merger } from './merge/merger.ts';
import type { DerivedCache } from './segment/derived.ts';
import type { Snapshots } from './snapshot/snapshots.ts';

/** Parts of an index, assembled by `openEmbeddedIndex`. */
export interface EmbeddedParts extends Omit<EpochReaderParts, 'epoch' | 'keptElsewhere'> {
  readonly cache: DerivedCache;
  readonly state: CurrentState;
  readonly merger: Merger;
  /** Undefined for an index in memory only. */
  readonly snapshots: Snapshots | undefined;
  readonly position: Sequence;
  readonly mark: CommitMark | undefined;
  readonly fill: FillProgress | undefined;
}

/** The search index inside this process: its current state, merges and files. */
export class EmbeddedIndex implements SearchIndex, ImageSource {
  readonly isImmediate = true;
  readonly isShared = false;
  readonly #parts: EmbeddedParts;
  readonly #reads: EpochReader;
  #changed: () => void = () => undefined;
  #lender: Lender = () => Promise.resolve(undefined);
  #position: Sequence;
  #mark: CommitMark | undefined;
  readonly sharedFill = undefined;
  #fill: FillProgress | undefined;
  #isClosed = false;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    this.#reads = new EpochReader({
      ...parts,
      epoch: () => parts.state.epoch(),
      keptElsewhere: async (opening, number) => {
        const image = await this.#lender(opening, number);
        return image && new ReceivedEpochs(parts.cache).of(image);
      },
    });
    this.#position = parts.position;
    this.#mark = parts.mark;
    this.#fill = parts.fill;
  }

  position(): Sequence {
    return this.#position;
  }

  mark(): CommitMark | undefined {
    return this.#mark;
  }

  reload(): Promise<void> {
    return Promise.resolve();
  }

  isWhole(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Does nothing: damage is detected, and the index reset, on opening. */
  startOver(): Promise<void> {
    return Promise.resolve();
  }

  async apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    const { state, merger, pins } = this.#parts;
    await state.apply(changes);
    this.#position = Math.max(this.#position, sequence);
    if (id !== undefined && sequence === this.#position) this.#mark = { sequence, id };
    this.#changed();
    pins.dropExpired();
    await merger.relieve();
  }

  visible(_sequence: Sequence): Promise<void> {
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

  image(): IndexImage {
    return imageOf(this.#parts.state.epoch(), this.#position, this.#parts.opening);
  }

  keptImage(opening: number, number: number): IndexImage | undefined {
    const epoch = opening === this.#parts.opening ? this.#parts.pins.find(number) : undefined;
    return epoch && imageOf(epoch, this.#position, opening);
  }

  borrowFrom(lender: Lender): void {
    this.#lender = lender;
  }

  whenChanged(listener: () => void): void {
    this.#changed = listener;
    this.#parts.state.whenReplaced(listener);
  }

  async flush(): Promise<void> {
    const { state, snapshots } = this.#parts;
    await snapshots?.write(() => {
      state.freeze();
      return { segments: state.segments, position: this.#position, mark: this.#mark, fill: this.#fill };
    });
  }

  fillProgress(): FillProgress | undefined {
    return this.#fill;
  }

  recordFill(progress: FillProgress): void {
    this.#fill = progress;
  }

  /** Documents of each segment, deleted ones included. */
  segmentSizes(): number[] {
    return this.#parts.state.segments.map(({ segment }) => segment.size);
  }

  /** Resolves when all merges and writes are done; for tests and benchmarks. */
  async settle(): Promise<void> {
    await this.#parts.merger.settle();
    await this.#parts.snapshots?.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#parts.merger.stop();
    await this.flush();
  }
}
