import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { parseUrn } from '../../model/urn.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { userUrn } from '../users/account.ts';

const OTHERS = ['MANAGE_ACCESS_TOKENS'];
const OWN = ['GENERATE_PERSONAL_ACCESS_TOKENS', ...OTHERS];

/** Issues a bearer token. The result is the only place where its text is shown. */
export const createAccessToken = defineOperation({
  name: 'createAccessToken',
  effect: 'write',
  input: () =>
    v.object({
      name: v.string(),
      description: v.exactOptional(v.string()),
      actor: userUrn,
      /** Undefined: it does not expire. */
      durationMs: v.union([v.number(), v.undefined()]),
      narrowing: v.exactOptional(
        v.object({
          readOnly: v.boolean(),
          properties: v.exactOptional(list(v.pipe(v.string(), v.transform(parseUrn)))),
          entityTypes: v.exactOptional(list(v.string())),
        }),
      ),
    }),
  needs: {
    anyOf: OWN,
    clauses: ({ actor }, { catalog: { actor: self } }) => {
      // Whatever its privileges, a narrowed token creates none: the catalog refuses it.
      if (self.narrowing !== undefined) return [];
      return [(actor === self.urn ? OWN : OTHERS).map((privilege) => ({ privilege }))];
    },
  },
  denial: NAMING_PRIVILEGES,
  run: (request, { catalog, permit }) => catalog.createAccessToken(request, permit),
});
