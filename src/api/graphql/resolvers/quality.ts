import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { formInfo } from '../presenters/forms.ts';
import { texts } from '../presenters/json-members.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';

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

/** Urns of the caller and of the groups that the caller is in. */
async function callerAndGroups({ catalog, loader }: GraphqlContext): Promise<ReadonlySet<string>> {
  const { urn } = catalog.actor;
  const memberships = [
    await loader.aspect(urn, 'groupMembership'),
    await loader.aspect(urn, 'nativeGroupMembership'),
  ];
  const groups = memberships.flatMap((value) => [
    ...texts(value?.['groups']),
    ...texts(value?.['nativeGroups']),
  ]);
  return new Set([urn, ...groups]);
}
