import { callerAndGroups } from '../../../../operations/groups/caller-groups.ts';
import { formInfo } from '../../presenters/forms.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';

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
