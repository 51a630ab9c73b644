import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** TCP proxy with a stable address and a changeable target, as in front of a server that fails over. */
export class TcpSwitch implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sent: (text: string) => void;
  #port: number;

  private constructor(target: string, sent: (text: string) => void) {
    this.#port = portOf(target);
    this.#sent = sent;
    this.#server = createServer((client) => this.#serve(client));
  }

  /** Starts a proxy to `host:port` on this machine. `sent` is called with what clients send, before it is passed on. */
  static async open(target: string, sent: (text: string) => void = () => undefined): Promise<TcpSwitch> {
    const opened = new TcpSwitch(target, sent);
    opened.#server.listen(0, '127.0.0.1');
    await once(opened.#server, 'listening');
    return opened;
  }

  /** `host:port` of the proxy. */
  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The switch has no port.');
    return `127.0.0.1:${address.port}`;
  }

  /** Closes all connections and sends new ones to another target. */
  turnTo(target: string): void {
    this.#port = portOf(target);
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    const server = connect(this.#port, '127.0.0.1');
    client.on('data', (chunk) => this.#sent(chunk.toString('latin1')));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}

function portOf(address: string): number {
  return Number(address.split(':')[1]);
}
