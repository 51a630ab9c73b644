import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSession } from '../../auth/sign-in.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { asObject } from '../../util/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from './dependencies.ts';
import { bodyOf } from './request-body.ts';
import { requireSameOrigin } from './same-origin.ts';
import { clearSession, sendSession, sessionOf } from './session-cookies.ts';

/**
 * Logging in and out with cookies, at the paths and with the bodies of DataHub's web frontend: `POST /logIn`, `/signUp`
 * and `/resetNativeUserCredentials` begin a session, `/logOut` ends it.
 */
export function sessionRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const { signIn, site } = deps;
  const begin = (path: string, run: (body: JsonObject, address: string) => Promise<BrowserSession>): void => {
    app.post(path, OPEN, async (request, reply) => {
      requireSameOrigin(request, site.origin);
      const session = await run(asObject(bodyOf(request), 'The request body'), request.ip);
      return answer(reply, session, deps);
    });
  };
  begin('/logIn', (body, address) =>
    signIn.withPassword(filled(body, 'username', 'User name'), textOf(body, 'password'), address),
  );
  begin('/signUp', (body, address) =>
    signIn.signUp(
      {
        fullName: filled(body, 'fullName', 'Full name'),
        email: filled(body, 'email', 'Email'),
        password: filled(body, 'password', 'Password'),
        title: filled(body, 'title', 'Title'),
        inviteToken: filled(body, 'inviteToken', 'Invite token'),
      },
      address,
    ),
  );
  begin('/resetNativeUserCredentials', (body, address) => {
    const email = filled(body, 'email', 'Email');
    const password = filled(body, 'password', 'Password');
    return signIn.resetPassword(email, password, filled(body, 'resetToken', 'Reset token'), address);
  });

  app.post('/logOut', OPEN, async (request, reply) => {
    requireSameOrigin(request, site.origin);
    await end(request, reply, deps);
    return reply.send({ loggedOut: true });
  });
  app.get('/logOut', OPEN, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new CatalogError('FORBIDDEN', 'Another site cannot end a session. Open this address yourself.');
    }
    await end(request, reply, deps);
    return reply.redirect('login', 303);
  });
}

async function end(request: FastifyRequest, reply: FastifyReply, deps: HttpDependencies): Promise<void> {
  const session = sessionOf(request);
  if (session !== undefined) await deps.signIn.end(session);
  clearSession(reply, deps.site.cookies);
}

function answer(reply: FastifyReply, session: BrowserSession, { site }: HttpDependencies): FastifyReply {
  return sendSession(reply, session, site.cookies)
    .header('Cache-Control', 'no-store')
    .send({ actor: session.actor });
}

function textOf(body: JsonObject, member: string): string {
  const value = body[member];
  return typeof value === 'string' ? value : '';
}

/** The text of a member; throws INVALID_REQUEST in DataHub's words when there is none. */
function filled(body: JsonObject, member: string, name: string): string {
  const value = textOf(body, member);
  if (value.trim() === '') throw invalidRequest(`${name} must not be empty.`);
  return value;
}
