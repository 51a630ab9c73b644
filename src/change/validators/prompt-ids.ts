import { listText } from '../../util/list-text.ts';
import { objects, text } from '../../util/json/json-members.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/**
 * The prompts of a form must have different ids: an answer names its prompt by id. Other forms may have the same ids,
 * because an answer belongs to one form.
 */
export const promptIds: Validator = {
  name: 'promptIds',
  aspects: ['formInfo'],
  check: ({ after }) => {
    const ids = objects(after?.['prompts']).flatMap(({ id }) => text(id) ?? []);
    const seen = new Set<string>();
    const twice = ids.find((id) => seen.size === seen.add(id).size);
    if (twice === undefined) return [];
    const message = `Prompt IDs must be unique, there are duplicate prompt IDs given: [${listText(ids)}]. Give each prompt another id.`;
    return [{ message, field: 'prompts', ...because('INPUT_REPEATED', { name: twice }) }];
  },
};
