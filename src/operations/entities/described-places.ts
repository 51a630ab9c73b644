import type { EntityAspects } from '../../model/aspect.ts';
import { text } from '../../util/json/json-members.ts';

/** Location of an editable text of an entity: a member of an aspect. */
export interface TextPlace {
  readonly aspectName: string;
  readonly member: string;
  /** Whether an edit may create the aspect. False for aspects with other members: the entity must already have them. */
  readonly canBeNew: boolean;
  /** Whether the aspect requires the member, so that it can be empty but not removed. */
  readonly isRequired?: boolean;
}

const creatable = (aspectName: string, member = 'description'): TextPlace => ({
  aspectName,
  member,
  canBeNew: true,
});
const existing = (aspectName: string, member: string): TextPlace => ({ aspectName, member, canBeNew: false });
const required = (aspectName: string, member: string): TextPlace => ({
  ...existing(aspectName, member),
  isRequired: true,
});

/** Location of the description, by entity type. */
export const DESCRIPTIONS: Readonly<Record<string, TextPlace>> = {
  application: existing('applicationProperties', 'description'),
  businessAttribute: existing('businessAttributeInfo', 'description'),
  chart: creatable('editableChartProperties'),
  container: creatable('editableContainerProperties'),
  corpGroup: creatable('corpGroupEditableInfo'),
  corpuser: creatable('corpUserEditableInfo', 'aboutMe'),
  dashboard: creatable('editableDashboardProperties'),
  dataFlow: creatable('editableDataFlowProperties'),
  dataJob: creatable('editableDataJobProperties'),
  dataProduct: existing('dataProductProperties', 'description'),
  dataset: creatable('editableDatasetProperties'),
  domain: existing('domainProperties', 'description'),
  erModelRelationship: creatable('editableERModelRelationshipProperties'),
  glossaryNode: required('glossaryNodeInfo', 'definition'),
  glossaryTerm: required('glossaryTermInfo', 'definition'),
  mlFeature: creatable('editableMlFeatureProperties'),
  mlFeatureTable: creatable('editableMlFeatureTableProperties'),
  mlModel: creatable('editableMlModelProperties'),
  mlModelGroup: creatable('editableMlModelGroupProperties'),
  mlPrimaryKey: creatable('editableMlPrimaryKeyProperties'),
  notebook: creatable('editableNotebookProperties'),
  tag: existing('tagProperties', 'description'),
};

/** Aspects of sources with a description, and its members in them. */
const OF_SOURCE = /(?:Properties|Info|Definition)$/;
const SOURCE_MEMBERS = ['description', 'definition'];

/** The description of an entity that people edited, else that of the source; undefined if both are empty. */
export function descriptionOf(entityType: string, aspects: EntityAspects): string | undefined {
  const place = Object.hasOwn(DESCRIPTIONS, entityType) ? DESCRIPTIONS[entityType] : undefined;
  const edited = place && text(aspects.get(place.aspectName)?.value[place.member]);
  if (edited !== undefined && edited !== '') return edited;
  for (const [name, { value }] of aspects) {
    if (!OF_SOURCE.test(name) || name.startsWith('editable')) continue;
    const found = SOURCE_MEMBERS.map((member) => text(value[member])).find((one) => one !== undefined);
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** Location of the name, by entity type. */
export const NAMES: Readonly<Record<string, TextPlace>> = {
  application: existing('applicationProperties', 'name'),
  businessAttribute: existing('businessAttributeInfo', 'name'),
  corpGroup: existing('corpGroupInfo', 'displayName'),
  dataProduct: existing('dataProductProperties', 'name'),
  dataset: creatable('editableDatasetProperties', 'name'),
  domain: existing('domainProperties', 'name'),
  erModelRelationship: creatable('editableERModelRelationshipProperties', 'name'),
  glossaryNode: existing('glossaryNodeInfo', 'name'),
  glossaryTerm: existing('glossaryTermInfo', 'name'),
  tag: existing('tagProperties', 'name'),
};
