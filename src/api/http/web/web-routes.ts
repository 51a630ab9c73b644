import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { OPEN } from '../sessions/authentication.ts';
import { sendPage } from '../security-headers.ts';
import type { WebFiles } from './web-files.ts';

/** Names of files change with their content, so that browsers may keep them for a year. */
const KEPT = 'public, max-age=31536000, immutable';

/** Bytes of the nonce that allows the page's own style elements in the content security policy. */
const NONCE_BYTES = 16;

/** Paths of pages that an API has, too, without a GET. */
const SHARED: ReadonlySet<string> = new Set(['/operations']);

/** Paths of entity pages, also of an entity type with the name of an API, such as `api`. */
const OF_ENTITY = /^\/[^/]+\/urn(?::|%3A)/i;

/** Parts of the HTTP dependencies that the web interface needs. */
type WebParts = Pick<HttpDependencies, 'randomHex' | 'site' | 'web'>;

/**
 * Sends the page of the web interface to a browser that opens a path that no API has, signed in or not: the page
 * holds no metadata and does its own routing. A missing path below the first segment of any route is answered with JSON.
 * Add it before authentication and before any route.
 */
export function answerPages(app: FastifyInstance, { web, ...parts }: WebParts): void {
  if (web === undefined) return;
  const roots = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    roots.add(firstSegment(url));
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isPage(request, roots)) sendWebPage(reply, web, parts);
    else done();
  });
}

/** Serves the files of the web interface. They need no token. */
export function webRoutes(app: FastifyInstance, { web, ...parts }: WebParts): void {
  if (web !== undefined) app.get('/', OPEN, (_request, reply) => sendWebPage(reply, web, parts));
  app.get<{ Params: { readonly name: string } }>('/assets/web/:name', OPEN, (request, reply) => {
    const file = web?.read(request.params.name, request.headers['accept-encoding'] ?? '');
    if (file === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        'There is no such file. Reload the page: it may be from an earlier version.',
      );
    }
    if (file.encoding !== undefined) reply.header('Content-Encoding', file.encoding);
    return reply
      .header('Cache-Control', KEPT)
      .header('Vary', 'Accept-Encoding')
      .type(file.type)
      .send(file.content);
  });
}

function isPage({ headers, is404, method, url }: FastifyRequest, roots: ReadonlySet<string>): boolean {
  const asksForPage = method === 'GET' && headers.accept?.includes('text/html') === true;
  const path = url.split('?', 1)[0] ?? '';
  return asksForPage && (is404 ? OF_ENTITY.test(path) || !roots.has(firstSegment(path)) : SHARED.has(path));
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/**
 * Sends the page with the base path at which browsers reach the server, and a nonce that is valid for this response
 * only.
 */
function sendWebPage(
  reply: FastifyReply,
  { page }: WebFiles,
  { randomHex, site }: Pick<WebParts, 'randomHex' | 'site'>,
): FastifyReply {
  const base = site.cookies.path.replace(/\/$/, '');
  const nonce = randomHex(NONCE_BYTES);
  const html = page
    .replaceAll('__BASE_PATH__', base)
    .replaceAll('"./assets/', `"${base}/assets/`)
    .replaceAll('__NONCE__', nonce);
  return sendPage(reply, html, { 'style-src': `'self' 'nonce-${nonce}'` });
}
