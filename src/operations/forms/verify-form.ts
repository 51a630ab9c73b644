import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { objects } from '../../util/json/json-members.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { answersForm, assignedForm } from './assigned-form.ts';
import { FORMS } from './form.ts';
import { objectOf } from '../shapes.ts';

/** Records that the caller verified the answers of a form for an entity. */
export const verifyForm = defineOperation({
  name: 'verifyForm',
  effect: 'write',
  summary: 'Records that you verified the answers of a form for an entity.',
  input: (types) => objectOf({ entityUrn: types.entity(), formUrn: types.entityOf('form') }),
  needs: answersForm('entityUrn'),
  run: async ({ entityUrn: entity, formUrn: form }, work) => {
    const { info, association } = await assignedForm({ entity, form }, work);
    const required = objects(info['prompts']).filter((prompt) => prompt['required'] === true);
    const open = new Set(objects(association['incompletePrompts']).map(({ id }) => id));
    if (info['type'] !== 'VERIFICATION' || required.some(({ id }) => open.has(id))) {
      throw invalidRequest(
        `Form ${form.urn} can't be verified: it must be of type VERIFICATION with all required prompts completed.`,
        undefined,
        because('FORM_INCOMPLETE'),
      );
    }
    const verification = { form: form.urn, lastModified: { ...stampNow(work) } };
    await work.ingest([patchOf(entity.urn, FORMS, [put(['verifications', form.urn], verification)])]);
  },
});
