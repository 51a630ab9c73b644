/** Names by urn. */
type Names = ReadonlyMap<string, string>;

/** Urns of a request that is not sent yet. */
interface Batch {
  readonly urns: Set<string>;
  readonly answer: Promise<Names>;
}

/** Maximum urns of a request that several parts share. */
const MAX_TOGETHER = 200;

/** Reads names of entities; combines what is asked in the same task into one request. */
export class NameRequests {
  readonly #read: (urns: readonly string[]) => Promise<Names>;
  #next: Batch | undefined;

  constructor(read: (urns: readonly string[]) => Promise<Names>) {
    this.#read = read;
  }

  /** The names of these entities; without those that the person cannot see. */
  async read(urns: readonly string[]): Promise<Names> {
    const batch = this.#batchFor(urns);
    for (const urn of urns) batch.urns.add(urn);
    let names: Names;
    try {
      names = await batch.answer;
    } catch (error) {
      // What another part asked may have failed the request.
      if (batch.urns.size === new Set(urns).size) throw error;
      names = await this.#read(urns);
    }
    return new Map([...names].filter(([urn]) => urns.includes(urn)));
  }

  #batchFor(urns: readonly string[]): Batch {
    const waiting = this.#next;
    if (waiting !== undefined && waiting.urns.size + urns.length <= MAX_TOGETHER) return waiting;
    const collected = new Set<string>();
    const answer = Promise.resolve().then(() => {
      if (this.#next?.urns === collected) this.#next = undefined;
      return this.#read([...collected]);
    });
    const batch = { urns: collected, answer };
    this.#next = batch;
    return batch;
  }
}
