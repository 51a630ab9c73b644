import type { JsonObject } from '../../util/json.ts';
import { object, text } from '../../util/json/json-members.ts';
import { holderOf } from '../relationships/column-holder.ts';
import type { ChangeDiffer, SemanticChange } from './semantic-change.ts';

/** Setting and removing the business attribute of a column. */
export const attributeChanges: ChangeDiffer = (before, after, urn) => {
  const [was, is] = [attributeOf(before), attributeOf(after)];
  if (was === is) return [];
  const change = (operation: string, modifier: string): SemanticChange => ({
    category: 'BUSINESS_ATTRIBUTE',
    operation,
    modifier,
    parameters: { businessAttributeUrn: modifier, parentUrn: urn, datasetUrn: holderOf(urn) },
  });
  return [
    ...(was === undefined ? [] : [change('REMOVE', was)]),
    ...(is === undefined ? [] : [change('ADD', is)]),
  ];
};

function attributeOf(value: JsonObject | undefined): string | undefined {
  return text(object(value?.['businessAttribute'])?.['businessAttributeUrn']);
}
