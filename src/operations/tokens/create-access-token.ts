import { ROOT_ACTOR } from '../../auth/actor.ts';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import { defineProtected } from '../operation.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from './caller-token.ts';
import { TOKEN } from './token-shape.ts';

const OTHERS = [MANAGE_TOKENS];
const OWN = [GENERATE_TOKENS, ...OTHERS];

/** Issues a bearer token. Only the result contains its text. */
export const createAccessToken = defineProtected({
  name: 'createAccessToken',
  effect: 'write',
  summary: 'Issues an access token. Only this response contains its text.',
  input: () => TOKEN,
  needs: {
    anyOf: OWN,
    clauses: ({ actor }, { actor: self }) => {
      // A restricted token cannot create tokens, regardless of privileges: see `run`.
      if (self.restriction !== undefined) return [];
      return [((actor ?? self.urn) === self.urn ? OWN : OTHERS).map((privilege) => ({ privilege }))];
    },
  },
  denial: NAMING_PRIVILEGES,
  run: (request, { actor: self, services }) => {
    // It could create a less restricted one.
    if (self.restriction !== undefined) throw forbidden('A restricted token cannot create tokens.');
    if (request.actor === ROOT_ACTOR && self.urn !== ROOT_ACTOR) {
      throw forbidden(`Only ${ROOT_ACTOR} itself can create tokens with its rights.`);
    }
    return services.tokens.issue(self.urn, { ...request, actor: request.actor ?? self.urn });
  },
});
