import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, ERROR_CODES } from '../../../errors.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { problemPage } from '../pages/problem-page.ts';
import { QueryParameters } from '../query-parameters.ts';
import { sendPage } from '../security-headers.ts';
import { cookieOf, cookieText, sendSession } from './session-cookies.ts';

/** Cookie with the state of a started login. */
const PENDING_COOKIE = 'colophon_login';
const PENDING_SECONDS = 600;

/**
 * OIDC login at DataHub's paths: `GET /sso` redirects to the login service (`redirect_uri`: path to end at),
 * `GET /callback/oidc` finishes the login. Errors are shown as a page.
 */
export function oidcRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.get('/sso', OPEN, (request, reply) =>
    withPage(reply, '', async () => {
      const target = localPath(parameterOf(request, 'redirect_uri'));
      const { pending, url } = await deps.signIn.startOidc(target);
      setPending(reply, pending, PENDING_SECONDS, deps);
      return reply.header('Cache-Control', 'no-store').redirect(url, 303);
    }),
  );

  app.get('/callback/oidc', OPEN, (request, reply) =>
    withPage(reply, '../../', async () => {
      // The code is single-use, so its state is deleted even if the login fails.
      setPending(reply, '', 0, deps);
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      const { session, target } = await deps.signIn.finishOidc(query, cookieOf(request, PENDING_COOKIE));
      sendSession(reply, session, deps.site.cookies);
      // It comes from a cookie, which may have been tampered with.
      const path = localPath(`/${target}`);
      return reply.header('Cache-Control', 'no-store').redirect(`${deps.site.base ?? '/'}${path}`, 303);
    }),
  );
}

/** Answers errors with an HTML page. */
async function withPage(
  reply: FastifyReply,
  base: string,
  run: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return sendPage(reply.code(ERROR_CODES[error.code].http), problemPage(error.message, base));
  }
}

function setPending(reply: FastifyReply, text: string, seconds: number, { site }: HttpDependencies): void {
  reply.header('Set-Cookie', cookieText(PENDING_COOKIE, text, seconds, site.cookies, ['HttpOnly']));
}

function parameterOf(request: FastifyRequest, name: string): string {
  return new QueryParameters(request).text(name) ?? '';
}

/** The path without its leading slash, if it is a local path; otherwise '', to prevent open redirects. */
export function localPath(text: string): string {
  const isLocal = /^\/(?![/\\])[\w\-./?=&%#,:@~]*$/.test(text) && !text.includes('..');
  return isLocal ? text.slice(1) : '';
}
