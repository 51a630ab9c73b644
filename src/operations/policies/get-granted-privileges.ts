import type { Resource } from '../../auth/authorizer.ts';
import type { Urn } from '../../model/urn.ts';
import { defineProtectedModelled } from '../operation.ts';
import { NEEDS_OF_QUESTIONS, askedAbout, privilegesOf } from './privileges-of.ts';

/** Whose privileges, on the resource if given. */
interface PrivilegeQuestion {
  readonly actor: Urn;
  readonly resource?: Resource | undefined;
}

/** Names of an actor's privileges, on the resource if given, in alphabetical order. */
export const getGrantedPrivileges = defineProtectedModelled({
  name: 'getGrantedPrivileges',
  effect: 'read',
  summary: 'Lists the privileges of an actor, on an entity if given.',
  about: ({ actor }: PrivilegeQuestion) => [actor],
  needs: NEEDS_OF_QUESTIONS,
  run: ({ actor, resource }, work) => privilegesOf(askedAbout(actor, work), resource, work),
});
