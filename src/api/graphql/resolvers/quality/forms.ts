import { answerFormPrompt } from '../../../../operations/forms/answer-form-prompt.ts';
import { assignForm } from '../../../../operations/forms/assign-form.ts';
import { assignFormToMatches } from '../../../../operations/forms/assign-form-to-matches.ts';
import { createForm } from '../../../../operations/forms/create-form.ts';
import { deleteForm } from '../../../../operations/forms/delete-form.ts';
import { unassignForm } from '../../../../operations/forms/unassign-form.ts';
import { updateForm } from '../../../../operations/forms/update-form.ts';
import { verifyForm } from '../../../../operations/forms/verify-form.ts';
import { DONE, bind, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations that define, assign and answer forms. */
export const FORM_MUTATIONS = {
  createForm: ofInput(createForm, { present: (form) => form }),
  updateForm: ofInput(updateForm, { present: (form) => form }),
  deleteForm: ofInput(deleteForm, DONE),
  batchAssignForm: ofInput(assignForm, DONE),
  createDynamicFormAssignment: bind(
    assignFormToMatches,
    ({ input: { formUrn, orFilters } }) => ({ form: formUrn, filter: parseFilter({ orFilters }) }),
    DONE,
  ),
  batchRemoveForm: ofInput(unassignForm, DONE),
  submitFormPrompt: ofUrnAndInput(answerFormPrompt, DONE),
  verifyForm: ofInput(verifyForm, DONE),
} satisfies Partial<Resolvers['Mutation']>;
