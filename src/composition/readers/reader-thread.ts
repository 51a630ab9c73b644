import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { Urn } from '../../model/urn.ts';
import type { IndexImage } from '../../search/index-image.ts';
import { moduleBeside } from '../../util/module-beside.ts';
import type { ReaderStart, SentImage, ThreadMetrics, ToMain, ToReader } from './messages.ts';
import { Questions } from './questions.ts';

/** Dependencies of {@link ReaderThread}. */
export interface ReaderThreadParts {
  readonly start: Omit<ReaderStart, 'port' | 'image'>;
  /** The state of the index, and the number of changes that it includes. */
  readonly state: () => { readonly image: IndexImage; readonly changes: number };
  /** The index state kept by a ranked scroll of any other thread. */
  readonly borrow: (opening: number, number: number) => Promise<IndexImage | undefined>;
  readonly audit: (message: Extract<ToMain, { kind: 'audit' }>) => void;
  readonly used: (ids: readonly string[]) => void;
  /** Called when an index image could not be created for the thread. */
  readonly failed: (error: unknown) => void;
  /** Called once the thread accepts connections. */
  readonly listening: () => void;
  /** Called when the thread ends without a request to stop. */
  readonly died: (error: Error) => void;
}

/** Delay before a failed index image is retried, in ms. */
const RETRY_MS = 1_000;

/** The main thread's handle of a thread that answers reads. */
export class ReaderThread {
  readonly #parts: ReaderThreadParts;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #metrics = new Questions<ThreadMetrics>();
  readonly #kept = new Questions<IndexImage | undefined>();
  /** Segments of the last image sent. */
  #sent: ReadonlySet<number>;
  readonly #ended = Promise.withResolvers<undefined>();
  #isStopping = false;

  constructor(parts: ReaderThreadParts) {
    const { port1, port2 } = new MessageChannel();
    const { image } = parts.state();
    const workerData: ReaderStart = { ...parts.start, port: port2, image };
    this.#parts = parts;
    this.#port = port1;
    this.#sent = idsOf(image);
    this.#worker = new Worker(moduleBeside(import.meta.url, 'reader'), { workerData, transferList: [port2] });
    port1.on('message', (message: ToMain) => this.#receive(message));
    let cause: unknown;
    this.#worker.once('error', (error) => (cause = error));
    this.#worker.once('exit', (code) => {
      port1.close();
      this.#ended.resolve(undefined);
      const error = cause instanceof Error ? cause : new Error(`it ended with code ${code}`, { cause });
      if (!this.#isStopping) parts.died(error);
    });
  }

  /** Sends the state of the index; it is in the thread's queue when this returns. */
  sendImage(): void {
    const state = this.#state();
    if (state === undefined) return;
    const { image, changes } = state;
    const sent: SentImage = {
      ...image,
      segments: image.segments.map(({ buffer, ...segment }) =>
        this.#sent.has(segment.id) ? segment : { ...segment, buffer },
      ),
    };
    this.#sent = idsOf(image);
    this.#post({ kind: 'image', image: sent, changes });
  }

  /** The state to send; undefined if it could not be created, which is retried. */
  #state(): ReturnType<ReaderThreadParts['state']> | undefined {
    try {
      return this.#parts.state();
    } catch (error) {
      this.#parts.failed(error);
      setTimeout(() => {
        if (!this.#isStopping) this.sendImage();
      }, RETRY_MS).unref();
      return undefined;
    }
  }

  addToken(id: string, actor: Urn): void {
    this.#post({ kind: 'token', id, actor });
  }

  /** Metrics of the thread; rejects if it does not answer. */
  metrics(): Promise<ThreadMetrics> {
    return this.#metrics.ask((ask) => this.#post({ kind: 'metrics', ask }));
  }

  /** The index state kept by one of its ranked scrolls. */
  kept(opening: number, number: number): Promise<IndexImage | undefined> {
    return this.#kept.ask((ask) => this.#post({ kind: 'kept', ask, opening, number }));
  }

  /** Stops the thread after its requests; resolves when it has ended, after `patienceMs` at most. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#post({ kind: 'stop' });
    const late = setTimeout(() => void this.#worker.terminate(), patienceMs);
    await this.#ended.promise;
    clearTimeout(late);
  }

  #post(message: ToReader): void {
    this.#port.postMessage(message);
  }

  #receive(message: ToMain): void {
    switch (message.kind) {
      case 'listening':
        this.#parts.listening();
        break;
      case 'wantsImage':
        this.sendImage();
        break;
      case 'metrics':
        this.#metrics.answer(message.ask, message.metrics);
        break;
      case 'kept':
        this.#kept.answer(message.ask, message.image);
        break;
      case 'borrow':
        void this.#lend(message);
        break;
      case 'audit':
        this.#parts.audit(message);
        break;
      case 'used':
        this.#parts.used(message.ids);
        break;
    }
  }

  async #lend({ ask, number, opening }: Extract<ToMain, { kind: 'borrow' }>): Promise<void> {
    const image = await this.#parts.borrow(opening, number);
    this.#post({ kind: 'lent', ask, image });
  }
}

function idsOf({ segments }: IndexImage): ReadonlySet<number> {
  return new Set(segments.map(({ id }) => id));
}
