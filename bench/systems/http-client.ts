import { Agent, request } from 'node:http';

/** HTTP client with keep-alive connections, used for every system. */
export class HttpClient implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = new URL(url);
    this.#headers = { ...headers, 'content-type': 'application/json' };
  }

  /** Posts JSON; resolves with the answer body. Rejects on a status outside 2xx and after a minute of silence. */
  post(path: string, body: string): Promise<string> {
    return this.send('POST', path, body);
  }

  /** Sends a GET; resolves and rejects like `post`. */
  get(path: string): Promise<string> {
    return this.send('GET', path, '');
  }

  /** Sends a request; resolves with the answer body. Rejects on a status outside 2xx and after a minute of silence. */
  send(method: string, path: string, body: string): Promise<string> {
    const { hostname, port } = this.#url;
    const headers = { ...this.#headers, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path, agent: this.#agent, headers, timeout: 60_000 },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (text += part));
          response.on('error', reject);
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve(text);
            else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`));
          });
        },
      );
      sent.on('timeout', () =>
        sent.destroy(new Error(`${method} ${path} was not answered within a minute.`)),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Closes the connections. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
