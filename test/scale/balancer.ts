import { connect, createServer, type Server, type Socket } from 'node:net';

/** One of the servers behind a balancer. */
interface Backend {
  readonly port: number;
  isReady: boolean;
}

/** Interval of readiness checks, in ms. */
const ASK_EVERY = 100;

/** Round-robin TCP (layer 4) load balancer over ready servers. */
export class Balancer implements AsyncDisposable {
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  #backends: readonly Backend[] = [];
  #next = 0;
  readonly #clients = new Set<Socket>();

  private constructor() {
    this.#server = createServer((client) => this.#serve(client));
    this.#timer = setInterval(() => void this.ask(), ASK_EVERY);
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The balancer has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Sends new connections to these servers, once they are ready. */
  async use(urls: readonly string[]): Promise<void> {
    this.#backends = urls.map((url) => ({ port: Number(new URL(url).port), isReady: false }));
    await this.ask();
  }

  /** Checks the readiness of all servers. */
  async ask(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        backend.isReady = await fetch(`http://127.0.0.1:${backend.port}/health/ready`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(2_000),
        }).then(
          ({ ok }) => ok,
          () => false,
        );
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket): void {
    this.#clients.add(client);
    client.on('close', () => this.#clients.delete(client));
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const backend = ready[this.#next++ % ready.length];
    if (backend === undefined) {
      client.destroy();
      return;
    }
    const server = connect(backend.port, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }
}
