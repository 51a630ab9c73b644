import type { Resource } from '../../auth/authorizer.ts';
import { TOKEN } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { privilegesOf } from './privileges-of.ts';

/** Names of the caller's own privileges, on the resource if given, in alphabetical order. */
export const getOwnPrivileges = defineProtectedModelled({
  name: 'getOwnPrivileges',
  effect: 'read',
  summary: 'Lists your own privileges, on an entity if given.',
  needs: TOKEN,
  run: ({ resource }: { readonly resource?: Resource | undefined }, work) =>
    privilegesOf(work.actor, resource, work),
});
