import type { FastifyInstance } from 'fastify';
import { ROOT_ACTOR } from '../../../auth/actor.ts';
import { CatalogError } from '../../../errors.ts';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { bodyOf } from '../request-body.ts';
import { refuseUnknownMembers } from '../requests/unknown-members.ts';
import { sendSession } from './session-cookies.ts';

/**
 * `POST /login`: exchanges the one-time code of a login link for a session of the browser, and for a token, which
 * programs may use instead. A GET does not consume the code.
 */
export function loginRoute(app: FastifyInstance, deps: HttpDependencies): void {
  app.post('/login', OPEN, async (request, reply) => {
    const body = asObject(bodyOf(request), 'The body');
    refuseUnknownMembers(body, ['code'], 'The body');
    const code = asText(body['code'], 'code');
    const exchanged = await deps.exchangeLoginCode(code);
    const logInMethod = 'FALLBACK_LOGIN';
    if (exchanged === undefined) {
      deps.audit.record({ kind: 'failedLogIn', logInMethod });
      throw new CatalogError(
        'UNAUTHENTICATED',
        'This login link has been used, or the server has restarted since. Restart the server for a new link, or use a token.',
      );
    }
    deps.audit.record({ kind: 'logIn', actor: ROOT_ACTOR, logInMethod });
    return sendSession(reply, exchanged.session, deps.site.cookies)
      .header('Cache-Control', 'no-store')
      .send({ token: exchanged.token });
  });
}
