import type { FieldResolvers } from '../build-schema.ts';
import { details, fromAspect, fromMember, nameFrom } from './aspect-field.ts';

/** Fields of `Assertion`. */
export const ASSERTION: FieldResolvers = { info: details('assertionInfo') };

/** Fields of `Incident`. */
export const INCIDENT: FieldResolvers = {
  title: fromMember('incidentInfo', 'title'),
  description: fromMember('incidentInfo', 'description'),
  incidentType: fromMember('incidentInfo', 'type'),
  incidentStatus: fromMember('incidentInfo', 'status'),
};

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
export const FORM: FieldResolvers = { info: details('formInfo') };
