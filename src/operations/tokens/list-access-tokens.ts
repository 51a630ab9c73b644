import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { list } from '../input-types.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from './caller-token.ts';

/** Filter for listing tokens; an absent member does not restrict. */
interface TokenFilter {
  /** Created by any of these. */
  readonly owners?: readonly string[] | undefined;
  /** Carries the rights of any of these. */
  readonly actors?: readonly string[] | undefined;
}

/** Tokens, oldest first. Without MANAGE_ACCESS_TOKENS the filter must select only the caller's own tokens. */
export const listAccessTokens = defineProtected({
  name: 'listAccessTokens',
  effect: 'read',
  summary: 'Lists access tokens, oldest first; those of others need MANAGE_ACCESS_TOKENS.',
  input: () => objectOf({ owners: v.optional(list(TEXT)), actors: v.optional(list(TEXT)) }),
  needs: {
    anyOf: [GENERATE_TOKENS, MANAGE_TOKENS],
    clauses: (filter: TokenFilter, { actor }) => {
      const anyOf = isOwn(filter, actor.urn) ? [GENERATE_TOKENS, MANAGE_TOKENS] : [MANAGE_TOKENS];
      return [anyOf.map((privilege) => ({ privilege }))];
    },
  },
  denial: NAMING_PRIVILEGES,
  isLong: true,
  run: async ({ actors, owners }, { services }) =>
    (await services.tokens.list()).filter(
      ({ actor, owner }) => (actors?.includes(actor) ?? true) && (owners?.includes(owner) ?? true),
    ),
});

function isOwn({ actors, owners }: TokenFilter, self: string): boolean {
  const isSelf = (urns: readonly string[] | undefined): boolean =>
    urns?.every((urn) => urn === self) ?? false;
  return isSelf(actors) || isSelf(owners);
}
