import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';
import { privilegesOf } from './privileges-of.ts';

/** Names of the caller's own privileges, on the resource if given, in alphabetical order. */
export const getOwnPrivileges = defineProtected({
  name: 'getOwnPrivileges',
  effect: 'read',
  summary: 'Lists your own privileges, on an entity if given.',
  needs: TOKEN,
  input: () =>
    objectOf({
      resourceUrn: v.nullish(described('Urn of the entity; omit for privileges on the platform.', URN)),
    }),
  run: ({ resourceUrn: urn }, work) => privilegesOf(work.actor, urn ? { urn } : undefined, work),
});
