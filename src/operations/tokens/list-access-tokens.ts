import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { defineProtectedModelled } from '../operation.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from './caller-token.ts';

/** Filter for listing tokens; an absent member does not restrict. */
export interface TokenFilter {
  /** Created by any of these. */
  readonly owners?: readonly string[];
  /** Carries the rights of any of these. */
  readonly actors?: readonly string[];
}

/** Tokens, oldest first. Without MANAGE_ACCESS_TOKENS the filter must select only the caller's own tokens. */
export const listAccessTokens = defineProtectedModelled({
  name: 'listAccessTokens',
  effect: 'read',
  summary: 'Lists access tokens, oldest first; those of others need MANAGE_ACCESS_TOKENS.',
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
