import type { AspectSpec } from '../../model/entity-registry.ts';
import { edgeField } from '../../search/links/edges.ts';
import { joinPaths, visitPaths } from '../../search/value-paths.ts';
import type { JsonObject } from '../../util/json.ts';

/** Index fields with the subjects of an entity, by entity type. All are `isJudged`. */
export const SUBJECT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  assertion: [edgeField('Asserts'), 'entity'],
  dataContract: [edgeField('ContractFor')],
  dataProcessInstance: [
    'Consumes',
    'DataProcessInstanceConsumes',
    'Produces',
    'DataProcessInstanceProduces',
    'InstanceOf',
  ].map(edgeField),
  changeProposal: [edgeField('ProposalOn')],
  incident: [edgeField('IncidentOn')],
  query: ['entities'],
};

/** Index fields with the subjects of entities of a type; empty for a type without subjects. */
export function subjectFields(entityType: string): readonly string[] {
  return Object.hasOwn(SUBJECT_FIELDS, entityType) ? (SUBJECT_FIELDS[entityType] ?? []) : [];
}

/** The texts in an aspect that fill these index fields, in any order. */
export function textsInFields(
  spec: AspectSpec,
  fields: readonly string[],
  value: JsonObject,
): readonly string[] {
  const paths = [
    ...spec.relationships.map(({ name, path }) => ({ path, target: edgeField(name) })),
    ...spec.searchable.map(({ fieldName, path }) => ({ path, target: fieldName })),
  ].filter(({ target }) => fields.includes(target));
  const texts = new Set<string>();
  visitPaths(joinPaths(paths), value, (_field, text) => {
    if (typeof text === 'string') texts.add(text);
  });
  return [...texts];
}
