import * as v from 'valibot';
import { ROOT_ACTOR } from '../../auth/actor.ts';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import { invalidRequest } from '../../errors.ts';
import { parseUrn } from '../../model/urn.ts';
import { list } from '../input-types.ts';
import { defineProtected } from '../operation.ts';
import { userUrn } from '../users/account.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from './caller-token.ts';
import { readAs } from '../shapes.ts';

const OTHERS = [MANAGE_TOKENS];
const OWN = [GENERATE_TOKENS, ...OTHERS];

/** Issues a bearer token. The result is the only place where its text is shown. */
export const createAccessToken = defineProtected({
  name: 'createAccessToken',
  effect: 'write',
  summary: 'Issues an access token. Only this answer contains its text.',
  input: () =>
    v.object({
      name: v.string(),
      description: v.exactOptional(v.string()),
      actor: userUrn,
      /** Undefined: it does not expire. */
      durationMs: v.union([v.number(), v.undefined()]),
      restriction: v.exactOptional(
        v.object({
          readOnly: v.boolean(),
          properties: v.exactOptional(list(v.pipe(v.string(), readAs(parseUrn)))),
          entityTypes: v.exactOptional(list(v.string())),
        }),
      ),
    }),
  needs: {
    anyOf: OWN,
    clauses: ({ actor }, { actor: self }) => {
      // Whatever its privileges, a narrowed token creates none: see `run`.
      if (self.restriction !== undefined) return [];
      return [(actor === self.urn ? OWN : OTHERS).map((privilege) => ({ privilege }))];
    },
  },
  denial: NAMING_PRIVILEGES,
  run: (request, { actor: self, services }) => {
    // It could create a wider one.
    if (self.restriction !== undefined) throw forbidden('A narrowed token cannot create tokens.');
    if (request.actor === ROOT_ACTOR && self.urn !== ROOT_ACTOR) {
      throw forbidden(`Only ${ROOT_ACTOR} itself can create tokens with its rights.`);
    }
    if (request.name.trim() === '') {
      throw invalidRequest('name must not be empty. Say what the token is for.');
    }
    return services.tokens.issue(self.urn, request);
  },
});
