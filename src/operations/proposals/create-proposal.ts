import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { BULK_EDIT } from '../bulk-edits/edit-shape.ts';
import { checkInput, readRequest } from '../bulk-edits/start-bulk-edit.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf, readAs, wholeNumber } from '../shapes.ts';
import { writesOfEdit } from './hold-edit.ts';
import { fileOrRefuse } from './propose.ts';
import { REASON, TITLE } from './shapes.ts';
import { requireWriting, requireWritten } from './stored-proposals.ts';
import { detailOf } from './view-proposal.ts';

/** The last moment with a date, which clients show: 13 September of the year 275760, in epoch ms. */
const LAST_TIME = 8.64e15;

/**
 * Proposes an edit of assets, which is judged like the edit but not made: rules, references and visibility. Needs the right to make
 * each change, or PROPOSE_CHANGES on its asset.
 */
export const createProposal = defineProtected({
  name: 'createProposal',
  effect: 'write',
  proposing: 'run',
  summary: 'Proposes a change of assets for somebody who may make it to approve.',
  isLong: true,
  // The rights for each change are judged as those of an edit.
  needs: TOKEN,
  input: () =>
    objectOf({
      title: TITLE,
      reason: v.nullish(REASON),
      edit: described('The change: a bulk edit with `urns`, `search`, `lineage` or `csv`.', EDIT),
      expiresAt: v.nullish(
        described(
          'When it expires, in epoch ms; default: after the option proposals.expireAfter.',
          wholeNumber('a time in epoch ms'),
        ),
      ),
    }),
  limits: ({ edit, expiresAt }, settings) => {
    checkInput(edit, settings);
    if (typeof expiresAt === 'number' && (expiresAt <= settings.now() || expiresAt > LAST_TIME))
      throw invalidRequest(
        `'expiresAt' is ${expiresAt}, ${expiresAt > LAST_TIME ? 'after all dates' : 'in the past'}. Use a later time than now, in epoch milliseconds, up to ${LAST_TIME}.`,
        'expiresAt',
        because('INPUT_RANGE', {
          name: 'expiresAt',
          value: String(expiresAt),
          least: settings.now(),
          most: LAST_TIME,
        }),
      );
  },
  run: async ({ edit, expiresAt, reason, title }, work) => {
    requireWriting(work);
    const asked = await readRequest(edit, work);
    if (asked.assets.length + asked.failures.length === 0)
      throw invalidRequest(
        'The selection is empty. Choose at least one asset.',
        'edit',
        because('SELECTION_EMPTY'),
      );
    const text = { title, reason: reason ?? undefined, expiresAt: expiresAt ?? undefined };
    const urn = await fileOrRefuse(text, await writesOfEdit(asked, work), work);
    return detailOf(await requireWritten(urn, work), work);
  },
});

/** The kinds of edits that can be proposed. */
const EDIT = v.pipe(
  BULK_EDIT,
  readAs((edit: v.InferOutput<typeof BULK_EDIT>) => {
    if (('edits' in edit && !('definition' in edit)) || 'csv' in edit) return edit;
    throw invalidRequest(
      "Only edits with 'urns', 'search', 'lineage' or 'csv' can be proposed. Use one of them.",
      undefined,
      because('INPUT_EXCLUDES', { names: ['definition', 'undo', 'plan', 'run', 'valuesOf'] }),
    );
  }),
);
