import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSession } from '../../../auth/accounts/sign-in.ts';
import { invalidRequest } from '../../../errors.ts';
import { asObject } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { bodyOf } from '../request-body.ts';
import { noteUnknownMembers } from '../requests/unknown-members.ts';
import { requireOwnPage, requireSameOrigin } from './same-origin.ts';
import { clearSession, sendSession, sessionOf } from './session-cookies.ts';
import { because } from '../../../refusals.ts';

/**
 * Cookie login and logout with the paths and bodies of DataHub's web frontend: `POST /logIn`, `/signUp` and
 * `/resetNativeUserCredentials` start a session, GET or POST of `/logOut` ends it.
 */
export function sessionRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const { signIn, site } = deps;
  const begin = (
    path: string,
    members: readonly string[],
    run: (body: JsonObject, address: string) => Promise<BrowserSession>,
  ): void => {
    app.post(path, OPEN, async (request, reply) => {
      requireSameOrigin(request, site.origin);
      const body = asObject(bodyOf(request), 'The request body');
      noteUnknownMembers(body, members, 'The request body');
      const session = await run(body, request.ip);
      return answer(reply, session, deps);
    });
  };
  begin('/logIn', ['username', 'password'], (body, address) =>
    signIn.withPassword(filled(body, 'username', 'User name'), textOf(body, 'password'), address),
  );
  begin('/signUp', ['fullName', 'email', 'password', 'title', 'inviteToken'], (body, address) =>
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
  begin('/resetNativeUserCredentials', ['email', 'password', 'resetToken'], (body, address) => {
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
    requireOwnPage(request, site.origin);
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

/** The text of a member; throws INVALID_REQUEST with DataHub's message when it is missing or blank. */
function filled(body: JsonObject, member: string, name: string): string {
  const value = textOf(body, member);
  if (value.trim() === '')
    throw invalidRequest(`${name} must not be empty.`, undefined, because('INPUT_MISSING', { name }));
  return value;
}
