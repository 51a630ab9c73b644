import { holds, holdsOn, type Person } from './default-grants.ts';
import type { DocumentedNeeds } from './documented-needs.ts';
import { isOwned } from './matrix-world.ts';
import type { Change, Operation } from './matrix-operations.ts';

/** Outcome of a request: unauthenticated, denied, or processed. */
export type Outcome = 'unauthenticated' | 'denied' | 'answered';

/** Operations that no restricted token may run, regardless of privileges; see the page on security. */
const ONLY_WHOLE_TOKENS = [
  'mutation acceptRole',
  'mutation batchUpdateStepStates',
  'mutation createView',
  'mutation revokeAccessToken',
  'PUT /api/colophon/v1/me/password',
  'mutation updateCorpUserLocaleSettings',
  'mutation updateCorpUserViewsSettings',
  'mutation updateUserHomePageSettings',
  'mutation updateUserSetting',
  'mutation upsertPageModule',
  'mutation upsertPageTemplate',
  'DELETE /api/colophon/v1/tokens/:id',
];

/** The documented outcome of an operation for a person; undefined: unauthenticated. */
export function expectedOutcome(
  { name, need, about, changes }: Operation,
  person: Person | undefined,
  documented: DocumentedNeeds,
): Outcome {
  if (need.kind === 'nothing') return 'answered';
  if (person === undefined) return 'unauthenticated';
  const owning = { ...person, isOwner: person.isOwner && isOwned(about) };
  if (person.onlyReads && ONLY_WHOLE_TOKENS.includes(name)) return 'denied';
  switch (need.kind) {
    case 'token':
      return 'answered';
    case 'read':
      return holdsOn(person, 'VIEW_ENTITY_PAGE', about) ? 'answered' : 'denied';
    case 'write':
      return changes.every((change) => mayChange(person, change, documented)) ? 'answered' : 'denied';
    case 'privilege': {
      const has = need.anyOf.some(
        (privilege) => holds(person, privilege) || (need.onEntity && holdsOn(owning, privilege, about)),
      );
      return has ? 'answered' : 'denied';
    }
  }
}

function mayChange(
  person: Person,
  { operation, entityType, aspect, isNew }: Change,
  documented: DocumentedNeeds,
): boolean {
  const type = documented.types.get(entityType);
  if (type?.[operation].some((privilege) => holds(person, privilege)) === true) return true;
  if (type?.isExclusive === true) return false;
  const isOwner = person.isOwner && isNew !== true;
  const on = (privilege: string): boolean => holdsOn({ ...person, isOwner }, privilege, entityType);
  switch (operation) {
    case 'create':
      return on('CREATE_ENTITY') || on('EDIT_ENTITY');
    case 'update':
      return on('EDIT_ENTITY') || (documented.aspects.get(aspect ?? '') ?? []).some((all) => all.every(on));
    case 'remove':
      return on('DELETE_ENTITY');
  }
}
