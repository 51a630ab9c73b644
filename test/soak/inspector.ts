import { isJsonObject, type JsonObject } from '../../src/util/json.ts';

/** Sends an inspector protocol command to one thread; resolves with its result. */
export type Command = (method: string, params?: JsonObject) => Promise<JsonObject>;

/** A thread of an inspected process. */
export interface InspectedThread {
  /** `main`, or the name of its module without extension. */
  readonly name: string;
  readonly command: Command;
}

type Message = JsonObject & { readonly id?: number };

/** Pending commands by number. */
class Commands {
  readonly #send: (message: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<JsonObject>>();
  #lastId = 0;

  constructor(send: (message: string) => void) {
    this.#send = send;
  }

  readonly command: Command = (method, params = {}) => {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<JsonObject>();
    this.#waiting.set(id, waiting);
    this.#send(JSON.stringify({ id, method, params }));
    return waiting.promise;
  };

  settle({ error, id, result }: Message): void {
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (error === undefined) waiting?.resolve(objectOf(result));
    else waiting?.reject(new Error(JSON.stringify(error)));
  }

  /** Rejects all pending commands, because the thread has ended. */
  end(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('The thread has ended.'));
    this.#waiting.clear();
  }
}

/** The inspector of a Node process that was started with `--inspect=127.0.0.1:PORT`. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #main = new Commands((message) => this.#socket.send(message));
  readonly #workers = new Map<string, { readonly name: string; readonly commands: Commands }>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(parse(String(data))));
  }

  static async connect(port: number): Promise<Inspector> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets: unknown = await response.json();
    const first = Array.isArray(targets) ? objectOf(targets[0]) : {};
    const socket = new WebSocket(textOf(first['webSocketDebuggerUrl']));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    const inspector = new Inspector(socket);
    await inspector.#main.command('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return inspector;
  }

  /** The running threads, the main thread first. */
  threads(): readonly InspectedThread[] {
    const workers = [...this.#workers.values()].map(({ commands, name }) => ({
      name,
      command: commands.command,
    }));
    return [{ name: 'main', command: this.#main.command }, ...workers];
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#main.settle(message);
      return;
    }
    const params = objectOf(message['params']);
    const sessionId = textOf(params['sessionId']);
    if (message['method'] === 'NodeWorker.attachedToWorker') {
      const url = textOf(objectOf(params['workerInfo'])['url']);
      const name = /([^/]+)\.[a-z]+$/.exec(url)?.[1] ?? url;
      const send = (text: string): void =>
        void this.#main.command('NodeWorker.sendMessageToWorker', { sessionId, message: text });
      this.#workers.set(sessionId, { name, commands: new Commands(send) });
    } else if (message['method'] === 'NodeWorker.receivedMessageFromWorker') {
      this.#workers.get(sessionId)?.commands.settle(parse(textOf(params['message'])));
    } else if (message['method'] === 'NodeWorker.detachedFromWorker') {
      this.#workers.get(sessionId)?.commands.end();
      this.#workers.delete(sessionId);
    }
  }
}

function parse(text: string): Message {
  const message = objectOf(JSON.parse(text));
  const { id } = message;
  return typeof id === 'number' ? { ...message, id } : { ...message };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A member as string; empty if it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
