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

/** No content type sniffing, no frames, no referrer. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/** Sends security headers with every response. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
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
    (text, [name, sources]) => text.replace(new RegExp(`${name} [^;]+`), () => `${name} ${sources}`),
    PAGE_POLICY,
  );
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html);
}
