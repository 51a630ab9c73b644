import type { FastifyInstance, FastifyReply } from 'fastify';

/** Content security policy of pages: load from this server only, no inline scripts, no frames. */
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

/** Sends security headers with every response: no content type sniffing, no frames, no referrer. */
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

/** Sends a page with the content security policy; `relaxations` replace the sources of directives by name. */
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
