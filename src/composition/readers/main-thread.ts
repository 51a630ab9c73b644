import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Urn } from '../../model/urn.ts';
import type { IndexImage, SegmentImage } from '../../search/index-image.ts';
import type { SentImage, ToMain, ToReader } from './messages.ts';
import { Questions } from './questions.ts';

/** Handlers of unsolicited messages of the main thread. */
export interface MainThreadListeners {
  /** `changes`: the number of index changes that it includes. */
  image(image: IndexImage, changes: number): void;
  token(id: string, actor: Urn): void;
  metrics(ask: number): void;
  kept(ask: number, opening: number, number: number): void;
  stop(): void;
}

/** A reading thread's connection to the main thread. */
export class MainThread {
  readonly #port: MessagePort;
  readonly #lent = new Questions<IndexImage | undefined>();
  #listeners: MainThreadListeners | undefined;
  /** Buffers of the last image. */
  #buffers: ReadonlyMap<number, SharedArrayBuffer>;

  constructor(port: MessagePort, { segments }: IndexImage) {
    this.#port = port;
    this.#buffers = new Map(segments.map(({ buffer, id }) => [id, buffer]));
  }

  /** Starts to handle messages. */
  listen(listeners: MainThreadListeners): void {
    this.#listeners = listeners;
    this.#port.on('message', (message: ToReader) => this.#receive(message));
  }

  /** Handles the messages that have arrived. */
  drain(): void {
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port)) {
      // Safe: only the main thread has the other end.
      this.#receive(next.message as ToReader);
    }
  }

  post(message: ToMain): void {
    this.#port.postMessage(message);
  }

  /** The index state kept by a ranked scroll of another thread. */
  borrow(opening: number, number: number): Promise<IndexImage | undefined> {
    return this.#lent.ask((ask) => this.post({ kind: 'borrow', ask, opening, number }));
  }

  close(): void {
    this.#port.close();
  }

  #receive(message: ToReader): void {
    switch (message.kind) {
      case 'image':
        this.#listeners?.image(this.#whole(message.image), message.changes);
        break;
      case 'token':
        this.#listeners?.token(message.id, message.actor);
        break;
      case 'metrics':
        this.#listeners?.metrics(message.ask);
        break;
      case 'kept':
        this.#listeners?.kept(message.ask, message.opening, message.number);
        break;
      case 'lent':
        this.#lent.answer(message.ask, message.image);
        break;
      case 'stop':
        this.#listeners?.stop();
        break;
    }
  }

  /** The image, completed with the buffers of segments that the last image had. */
  #whole({ segments, ...image }: SentImage): IndexImage {
    const whole = segments.map((segment): SegmentImage => {
      const buffer = segment.buffer ?? this.#buffers.get(segment.id);
      if (buffer === undefined) throw new Error(`segment ${segment.id} was never sent`);
      return { ...segment, buffer };
    });
    this.#buffers = new Map(whole.map(({ buffer, id }) => [id, buffer]));
    return { ...image, segments: whole };
  }
}
