import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import { OAUTH_SCOPES } from '../../model/access/oauth.ts';
import { list } from '../input-types.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, URN, batchOf, objectOf, oneOf } from '../shapes.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from '../tokens/caller-token.ts';

/** Gives an OAuth client access with some of the caller's rights. Returns a code, which only the client can exchange for tokens. */
export const authorizeClient = defineProtected({
  name: 'authorizeClient',
  effect: 'write',
  summary: 'Gives an OAuth client access with some of your rights.',
  needs: platform(GENERATE_TOKENS, MANAGE_TOKENS),
  denial: NAMING_PRIVILEGES,
  input: () =>
    objectOf({
      client: objectOf({ id: TEXT, name: TEXT }),
      redirect: TEXT,
      challenge: TEXT,
      resource: TEXT,
      scopes: list(oneOf(OAUTH_SCOPES)),
      entityTypes: v.exactOptional(batchOf('entityTypes', TEXT)),
      properties: v.exactOptional(batchOf('properties', URN)),
      lifetimeMs: NUMBER,
    }),
  run: (given, { actor, services }) => {
    // It could give more rights than it has.
    if (actor.restriction !== undefined) throw forbidden('A restricted token cannot give access to clients.');
    return services.oauth.issueCode({ ...given, actor: actor.urn });
  },
});
