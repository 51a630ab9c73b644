import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Actor } from '../../../auth/actor.ts';
import { CatalogError } from '../../../errors.ts';
import { OnlyInMainThread } from '../../../operations/only-in-main.ts';
import type { Requester } from '../../../operations/requester.ts';
import { compressed, isCompressible } from '../answers/compress.ts';
import { ERROR_TYPE, brokenOff, errorAnswer } from '../answers/error-handler.ts';
import { WARNINGS_HEADER, warningsText } from '../answers/warnings-header.ts';
import { headersOfWrite } from '../answers/write-answer.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { cancelledWith, limitAnswering } from '../limits/answer-timeout.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import type { ActorLimit } from '../limits/rate-limits.ts';
import { limitSending } from '../limits/slow-readers.ts';
import { measured } from '../metrics-route.ts';
import { countBody } from '../requests/decode-body.ts';
import { logged } from '../requests/log-requests.ts';
import type { RequestFacts } from '../requests/request-facts.ts';
import { REQUEST_ID_HEADER } from '../requests/request-ids.ts';
import { inScopeOf, logWarningsOf } from '../requests/request-origin.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { requesterAt } from '../sessions/authentication.ts';
import type { AnswerPlainPost } from './plain-posts.ts';

/** Dependencies that the fast path shares with Fastify's hooks. */
export interface FastPathParts {
  readonly deps: HttpDependencies;
  readonly idOf: (request: IncomingMessage) => string;
  readonly limit: ActorLimit | undefined;
  readonly bodies: ByteBudget;
}

const REQUEST_ID = REQUEST_ID_HEADER.toLowerCase();

interface LaneRoute {
  readonly path: string;
  readonly answer: AnswerPlainPost;
}

/** One request answered by the fast path. Applies the same rules, in the same order, as the hooks in `http-server.ts`. */
export class FastPathExchange implements RequestFacts {
  readonly id: string;
  readonly method = 'POST';
  readonly url: string;
  readonly ip: string;
  readonly headers: IncomingMessage['headers'];
  readonly routeOptions: RequestFacts['routeOptions'];
  requester: Requester | undefined;
  failure: RequestFacts['failure'];
  readonly span = undefined;
  warnings: RequestFacts['warnings'];
  readonly #raw: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #answer: AnswerPlainPost;
  readonly #parts: FastPathParts;
  readonly #begun = performance.now();
  #endLimit = (): void => undefined;

  constructor(raw: IncomingMessage, response: ServerResponse, route: LaneRoute, parts: FastPathParts) {
    this.id = parts.idOf(raw);
    this.url = route.path;
    this.ip = raw.socket.remoteAddress ?? '';
    this.headers = raw.headers;
    this.routeOptions = { url: route.path };
    this.#raw = raw;
    this.#response = response;
    this.#answer = route.answer;
    this.#parts = parts;
  }

  /** Answers the request, or hands it to `others` if its token or its rate is refused. */
  begin(bearer: string, others: RequestListener): void {
    const { deps, limit } = this.#parts;
    this.#endLimit = limitAnswering(this.#response, deps.limits.answerTimeoutMs, this.#refuse);
    this.#response.on('finish', this.#finish).on('error', this.#finish);
    const handOver = (): void => {
      if (this.#response.headersSent) return;
      this.#leave();
      others(this.#raw, this.#response);
    };
    deps.authenticate(bearer).then((actor) => {
      // The request timed out during the lookup of the token.
      if (this.#response.headersSent) return;
      if (limit?.(actor.urn, this.#raw) === undefined) this.#admit(actor);
      else handOver();
    }, handOver);
  }

  #admit(actor: Actor): void {
    this.requester = requesterAt(this, actor, cancelledWith(this.#response), this.#parts.deps);
    const raw = this.#raw;
    try {
      const length = Number(raw.headers['content-length'] ?? 0);
      countBody(this.#parts.bodies, this.#response, actor.urn, length);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    const parts: Buffer[] = [];
    const breakOff = (): void => {
      this.#refuse(brokenOff());
    };
    raw.on('data', (part: Buffer) => parts.push(part));
    raw.once('error', breakOff);
    raw.once('end', () => {
      raw.off('error', breakOff);
      // The request timed out: its client, which has the error, may have sent it again.
      if (this.#response.headersSent) return;
      const [only] = parts;
      const body = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
      inScopeOf(this, { isStrict: false }, this.#parts.deps, () => void this.#run(body.toString('utf8')));
    });
  }

  async #run(text: string): Promise<void> {
    try {
      const { status, contentType, body } = await this.#answer(this, text, this.#response);
      const headers = { 'content-type': contentType };
      if (isCompressible(body, contentType)) await this.#sendCompressed(status, headers, body);
      else this.#send(status, headers, body);
    } catch (error) {
      const { forward } = this.#parts.deps;
      if (error instanceof OnlyInMainThread && forward !== undefined && !this.#response.headersSent) {
        this.#leave();
        forward(this.#raw, this.#response, { body: text, isCounted: true });
        return;
      }
      this.#refuse(error);
    }
  }

  async #sendCompressed(
    status: number,
    own: Readonly<Record<string, string>>,
    whole: string | Buffer,
  ): Promise<void> {
    const { body, encoding } = await compressed(whole, this.headers);
    const headers: Record<string, string> = { ...own, vary: 'Accept-Encoding' };
    if (encoding !== undefined) headers['content-encoding'] = encoding;
    this.#send(status, headers, body);
  }

  /** Releases the resources of the request; another listener answers it. */
  #leave(): void {
    this.#endLimit();
    this.#response.off('finish', this.#finish).off('error', this.#finish);
  }

  readonly #refuse = (error: unknown): void => {
    const thrown = error instanceof Error ? error : new Error(String(error));
    const known = thrown instanceof CatalogError ? thrown : undefined;
    const { status, headers, body } = errorAnswer(thrown, known, this, this.#parts.deps);
    this.#send(status, { ...headers, 'content-type': ERROR_TYPE }, JSON.stringify(body));
  };

  #send(status: number, own: Readonly<Record<string, string>>, body: string | Buffer): void {
    const response = this.#response;
    // The request timed out, and was answered with an error.
    if (response.headersSent) return;
    const { deps } = this.#parts;
    const headers: Record<string, string> = { [REQUEST_ID]: this.id, ...SECURITY_HEADERS };
    addTo(headers, own);
    addTo(headers, headersOfWrite(this, deps));
    const warnings = warningsText();
    if (warnings !== undefined) addTo(headers, { [WARNINGS_HEADER]: warnings });
    headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(body);
    // Usually the operating system buffers the whole body at once.
    if (response.writableLength > 0) limitSending(response, body.length, deps.limits.sendTimeoutMs);
  }

  readonly #finish = (): void => {
    const response = this.#response;
    response.off('finish', this.#finish).off('error', this.#finish);
    const { logRequest, metrics } = this.#parts.deps;
    const ms = performance.now() - this.#begun;
    logRequest?.(logged(this, response, ms));
    logWarningsOf(this, this.#parts.deps);
    metrics.requestAnswered(measured(this, response, ms));
  };
}

/** Adds headers with their names in lower case, as Fastify sends them. */
function addTo(headers: Record<string, string>, more: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(more)) headers[name.toLowerCase()] = value;
}
