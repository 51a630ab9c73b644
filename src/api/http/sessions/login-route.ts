import type { FastifyInstance } from 'fastify';
import { ROOT_ACTOR } from '../../../auth/actor.ts';
import { CatalogError } from '../../../errors.ts';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { bodyOf } from '../request-body.ts';

/** `POST /login`: exchanges the one-time code of a login link for a token. A GET does not consume the code. */
export function loginRoute(app: FastifyInstance, deps: HttpDependencies): void {
  app.post('/login', OPEN, (request, reply) => {
    const code = asText(asObject(bodyOf(request), 'The body')['code'], 'code');
    const session = deps.exchangeLoginCode(code);
    const logInMethod = 'FALLBACK_LOGIN';
    if (session === undefined) {
      deps.audit.record({ kind: 'failedLogIn', logInMethod });
      throw new CatalogError(
        'UNAUTHENTICATED',
        'This login link has been used, or the server has restarted since. Restart the server for a new link, or use a token.',
      );
    }
    deps.audit.record({ kind: 'logIn', actor: ROOT_ACTOR, logInMethod });
    return reply.header('Cache-Control', 'no-store').send({ token: session.token });
  });
}
