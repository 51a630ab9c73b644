import { edgeField } from '../search/edges.ts';

/** Index fields that hold what entities of a type are about. */
const SUBJECT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  assertion: [edgeField('Asserts'), 'entity'],
  dataContract: [edgeField('ContractFor')],
  dataProcessInstance: [
    'Consumes',
    'DataProcessInstanceConsumes',
    'Produces',
    'DataProcessInstanceProduces',
    'InstanceOf',
  ].map(edgeField),
  incident: [edgeField('IncidentOn')],
  query: ['entities'],
};

/** The index fields that hold what entities of the type are about; none for a type that is about nothing else. */
export function subjectFields(entityType: string): readonly string[] {
  return Object.hasOwn(SUBJECT_FIELDS, entityType) ? (SUBJECT_FIELDS[entityType] ?? []) : [];
}
