import { BARE_COLUMN, HELD_ASSIGNMENTS, isAssignmentField } from '../assignment-field.ts';
import { edgeField } from '../links/edges.ts';
import { REMOVED_FIELD } from '../mapping.ts';

/** Index field of owner and ownership type combined, which no other field stores. Has no public name. */
export const TYPED_OWNERS = 'owner:typed';

/** Index field of all tables that a query reads, as one value: a JSON list of urns. Has no public name. */
export const QUERIED_TABLES = 'query:tables';

/** Index field with the sequence of the commit since which the entity names its subjects. Has no public name. */
export const STATED_IN = 'subjects:stated';

/** Fields that policies, and access rules of the catalog itself, evaluate. */
const JUDGED: ReadonlySet<string> = new Set([
  'owners',
  TYPED_OWNERS,
  'domains',
  'container',
  'tags',
  'glossaryTerms',
  'platformInstance',
  'typeNames',
  'type',
  'createdBy',
  'entity',
  'entities',
  QUERIED_TABLES,
  STATED_IN,
  ...['IsMemberOfGroup', 'IsMemberOfNativeGroup', 'Asserts', 'ContractFor', 'IncidentOn', 'InstanceOf'].map(
    edgeField,
  ),
  edgeField('ProposalOn'),
  ...['Consumes', 'DataProcessInstanceConsumes', 'Produces', 'DataProcessInstanceProduces'].map(edgeField),
  REMOVED_FIELD,
  BARE_COLUMN,
  HELD_ASSIGNMENTS,
]);

/**
 * Whether access to an entity can depend on the field. No limit truncates such a field: exclusions would no longer hold.
 */
export function isJudged(field: string): boolean {
  return JUDGED.has(field) || isAssignmentField(field);
}
