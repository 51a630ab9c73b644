import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { because } from '../../refusals.ts';
import { BULK_EDIT, isProposable, notProposable } from '../bulk-edits/edit-shape.ts';
import { checkInput, readRequest } from '../bulk-edits/start-bulk-edit.ts';
import { TOKEN } from '../needs.ts';
import { applyStructuredPropertyPlan } from '../structured-properties/apply-structured-property-plan.ts';
import {
  DEFINITIONS_YAML,
  YAML_NAME,
  readDefinitionText,
} from '../structured-properties/import-structured-properties.ts';
import { PLAN, PLAN_TOKEN } from '../structured-properties/plan-shape.ts';
import type { ProtectedWork } from '../work.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf, readAs, wholeNumber } from '../shapes.ts';
import { writesOfEdit } from './hold-edit.ts';
import { fileOrRefuse, writesOf } from './propose.ts';
import { REASON, TITLE } from './shapes.ts';
import { requireWriting, requireWritten } from './stored-proposals.ts';
import { detailOf } from './view-proposal.ts';

/** The last moment with a date, which clients show: 13 September of the year 275760, in epoch ms. */
const LAST_TIME = 8.64e15;

/**
 * Proposes an edit of assets, or a plan of definitions, which is judged like it but not made: rules, references and visibility. Needs
 * the right to make each change, or PROPOSE_CHANGES on its entity.
 */
export const createProposal = defineProtected({
  name: 'createProposal',
  effect: 'write',
  proposing: 'run',
  summary: 'Proposes a change of assets or definitions for somebody who may make it to approve.',
  isLong: true,
  hasOwnBounds: true,
  // The rights for each change are judged as those of an edit.
  needs: TOKEN,
  input: () =>
    objectOf({
      title: TITLE,
      reason: v.nullish(REASON),
      edit: v.nullish(
        described('A change of assets: a bulk edit with `urns`, `search`, `lineage` or `csv`.', EDIT),
      ),
      plan: v.nullish(
        described('A change of definitions of structured properties, instead of `edit`.', PLANNED),
      ),
      expiresAt: v.nullish(
        described(
          'When it expires, in epoch ms; default: after the option proposals.expireAfter.',
          wholeNumber('a time in epoch ms'),
        ),
      ),
    }),
  limits: ({ edit, expiresAt }, settings) => {
    if (edit) checkInput(edit, settings);
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
  run: async ({ edit, expiresAt, plan, reason, title }, work) => {
    requireWriting(work);
    const writes = edit ? !plan && writesOfAssets(edit, work) : plan && writesOfPlan(plan, work);
    if (!writes)
      throw invalidRequest(
        "A proposal has either 'edit' or 'plan'. Send one of them.",
        'edit',
        because('INPUT_EXCLUDES', { names: ['edit', 'plan'] }),
      );
    const text = { title, reason: reason ?? undefined, expiresAt: expiresAt ?? undefined };
    return detailOf(await requireWritten(await fileOrRefuse(text, await writes, work), work), work);
  },
});

async function writesOfAssets(
  edit: v.InferOutput<typeof EDIT>,
  work: ProtectedWork,
): Promise<readonly MetadataChangeProposal[]> {
  const asked = await readRequest(edit, work);
  if (asked.assets.length + asked.failures.length > 0) return writesOfEdit(asked, work);
  throw invalidRequest(
    'The selection is empty. Choose at least one asset.',
    'edit',
    because('SELECTION_EMPTY'),
  );
}

/** The writes of a plan, or of definitions as YAML. */
async function writesOfPlan(
  { name, planToken, yaml, ...plan }: v.InferOutput<typeof PLANNED>,
  work: ProtectedWork,
): Promise<readonly MetadataChangeProposal[]> {
  if (typeof yaml !== 'string') return writesOf(applyStructuredPropertyPlan, { ...plan, planToken }, work);
  if (plan.definitions.length + plan.deletions.length > 0)
    throw invalidRequest(
      "A plan has either 'yaml' or 'definitions' and 'deletions'. Send one of them.",
      'plan',
      because('INPUT_EXCLUDES', { names: ['yaml', 'definitions', 'deletions'] }),
    );
  const { input, locating } = await readDefinitionText({ yaml, name }, work);
  return locating(() => writesOf(applyStructuredPropertyPlan, { ...input, planToken }, work));
}

/** A plan to propose. */
const PLANNED = objectOf({
  ...PLAN,
  yaml: v.nullish(DEFINITIONS_YAML),
  name: YAML_NAME,
  planToken: PLAN_TOKEN,
});

/** The kinds of edits that can be proposed. */
const EDIT = v.pipe(
  BULK_EDIT,
  readAs((edit: v.InferOutput<typeof BULK_EDIT>) => {
    if (isProposable(edit)) return edit;
    throw notProposable();
  }),
);
