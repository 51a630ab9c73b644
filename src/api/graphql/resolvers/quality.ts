import type { FieldResolvers } from '../build-schema.ts';
import { formInfo } from '../presenters/forms.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { callerAndGroups } from './caller-groups.ts';

/** Fields of `DataContract`. */
export const DATA_CONTRACT: FieldResolvers = {
  properties: fromAspect('dataContractProperties', (value) => ({ entityUrn: value['entity'] })),
};

/** Fields of `Test`. */
export const TEST: FieldResolvers = {
  name: nameFrom('testInfo'),
  category: fromMember('testInfo', 'category'),
  description: fromMember('testInfo', 'description'),
};

/** Fields of `Form`. */
export const FORM: FieldResolvers = {
  info: fromAspect('formInfo', async (value, entity, context) => ({
    name: value['name'],
    description: value['description'],
    ...formInfo(value, entity, context.references, await callerAndGroups(context)),
  })),
};
