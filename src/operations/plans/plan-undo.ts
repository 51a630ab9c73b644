import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { EDIT_NUMBER } from '../bulk-edits/edit-shape.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, URN, described, objectOf, readAs, wholeNumber } from '../shapes.ts';
import { REASON } from './plan-shapes.ts';
import type { ToUndo } from './plans.ts';

/** What can be undone; one of them. */
export const UNDO = {
  edit: v.nullish(described('Number of one of your edits.', EDIT_NUMBER)),
  commit: v.nullish(
    described('A commit of your edit, or of definitions.', wholeNumber('the number of a commit')),
  ),
  run: v.nullish(described('Id of a run.', TEXT)),
  urn: v.nullish(described('Urn of a deleted entity.', URN)),
};

/**
 * Makes a plan of undoing an edit of the caller, an applied plan of definitions, a run, or the deletion of an entity. Throws
 * NOT_FOUND, CONFLICT and GONE as the operations that undo them.
 */
export const planUndo = defineProtected({
  name: 'planUndo',
  effect: 'write',
  proposing: 'run',
  summary: 'Shows what undoing an edit, a commit, a run or a deletion would do, and keeps it as a plan.',
  // The dry run checks the rights.
  needs: TOKEN,
  isLong: true,
  input: () =>
    v.pipe(
      objectOf({ ...UNDO, reason: REASON }),
      readAs(({ reason, ...asked }) => ({ reason, undoes: oneOf(asked) })),
    ),
  run: ({ reason, undoes }, { actor, services }) =>
    services.plans.make(actor, { kind: 'undo', undoes, reason }),
});

type Asked = { readonly [Name in keyof typeof UNDO]?: v.InferOutput<(typeof UNDO)[Name]> };

function oneOf({ commit, edit, run, urn }: Asked): ToUndo {
  const given: ToUndo[] = [];
  if (typeof edit === 'number') given.push({ edit });
  if (typeof commit === 'number') given.push({ commit });
  if (typeof run === 'string') given.push({ run });
  if (typeof urn === 'string') given.push({ urn });
  const [first, ...others] = given;
  if (first !== undefined && others.length === 0) return first;
  throw invalidRequest(
    `The undo has ${given.length} of 'edit', 'commit', 'run' and 'urn'. Give one of them.`,
    'edit',
  );
}
