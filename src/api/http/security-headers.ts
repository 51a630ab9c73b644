import type { FastifyInstance, FastifyReply } from 'fastify';

/** Pages load from this server only, run no inline script and are shown in no frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that every answer carries: no guessing of content types, no frames, no addresses given away. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    });
    done();
  });
}

/** Answers a page with the content policy of pages; `relaxations` replace directives of the same name. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  relaxations: Readonly<Record<string, string>> = {},
): FastifyReply {
  const policy = Object.entries(relaxations).reduce(
    (text, [name, sources]) => text.replace(new RegExp(`${name} [^;]+`), `${name} ${sources}`),
    PAGE_POLICY,
  );
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html);
}
