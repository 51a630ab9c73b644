import { callerAndGroups } from '../../../../operations/groups/caller-groups.ts';
import { objects } from '../../../../util/json/json-members.ts';
import { ofType } from '../../presenters/associations.ts';
import { formInfo } from '../../presenters/forms.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';

/** Fields of `DataContract`. */
export const DATA_CONTRACT = {
  status: fromAspect('dataContractStatus', (value) => value),
  properties: fromAspect('dataContractProperties', (value, references) => {
    const promises = (list: unknown): readonly object[] =>
      objects(list).flatMap((promise) => {
        const assertion = ofType('assertion', references.find(promise['assertion']));
        return assertion === undefined ? [] : [{ assertion }];
      });
    return {
      entityUrn: value['entity'],
      freshness: promises(value['freshness']),
      schema: promises(value['schema']),
      dataQuality: promises(value['dataQuality']),
    };
  }),
} satisfies Partial<Resolvers['DataContract']>;

/** Fields of `Form`. */
export const FORM = {
  info: fromAspect('formInfo', async (value, references, entity, context) => {
    const { loader } = context;
    const caller = await callerAndGroups(context, (urn, aspectName) => loader.aspect(urn, aspectName));
    return {
      name: value['name'],
      description: value['description'],
      ...formInfo(value, entity, references, caller),
    };
  }),
} satisfies Partial<Resolvers['Form']>;
