import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ERROR_CODES } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { upgradePage } from './pages/upgrade-page.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** After this time clients may ask again, and pages do, in seconds. */
const RETRY_AFTER = 5;
/** Of the page, which has its style in it. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Where the server will listen. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens in place of a server that cannot start yet, because a migration of its store takes long: `GET /health` says that the process is
 * alive, and everything else is answered with 503 and what is being done, for browsers as a page that reloads. Listens from the first sentence on.
 */
export class UpgradeNotice implements AsyncDisposable {
  readonly #place: Place;
  #sentence = '';
  #server: Server | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Shows what is being done, and how long it will take, to everybody who asks. */
  show(sentence: string): void {
    this.#sentence = sentence;
    this.#server ??= this.#listen();
  }

  /** Stops listening, and cuts all connections; the port is free then. */
  async [Symbol.asyncDispose](): Promise<void> {
    const server = this.#server;
    if (server === undefined || !server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  #listen(): Server {
    const server = createServer((request, response) => {
      const [path] = (request.url ?? '').split('?');
      const isAlive = path === '/health';
      const isPage = !isAlive && request.headers.accept?.includes('text/html') === true;
      response.statusCode = isAlive ? 200 : 503;
      response.setHeaders(new Map(Object.entries(SECURITY_HEADERS)));
      response.setHeader('content-type', `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`);
      response.setHeader('cache-control', 'no-store');
      response.setHeader('connection', 'close');
      if (!isAlive) response.setHeader('retry-after', RETRY_AFTER);
      if (isPage) {
        response.setHeader('refresh', RETRY_AFTER);
        response.setHeader('content-security-policy', PAGE_POLICY);
        response.end(upgradePage(this.#sentence));
      } else response.end(JSON.stringify(isAlive ? { status: 'UP' } : this.#refusal()));
    });
    // The server itself will listen there after the migration, and fails with the reason.
    server.on('error', () => undefined);
    return server.listen(this.#place);
  }

  #refusal(): object {
    const message = this.#sentence;
    const problem = { message, ...because('STORE_MIGRATING') };
    const { title } = ERROR_CODES.UNAVAILABLE;
    return { status: 'DOWN', error: title, message, problems: [problem] };
  }
}
