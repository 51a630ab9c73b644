/** Where the text of an entity is that people may change: a member of an aspect. */
export interface TextPlace {
  readonly aspectName: string;
  readonly member: string;
  /** Whether the aspect may be made for the text; otherwise the entity must have it, because it says more. */
  readonly canBeNew: boolean;
}

const edited = (aspectName: string, member = 'description'): TextPlace => ({
  aspectName,
  member,
  canBeNew: true,
});
const told = (aspectName: string, member: string): TextPlace => ({ aspectName, member, canBeNew: false });

/** Where the description of an entity is, by entity type. */
export const DESCRIPTIONS: Readonly<Record<string, TextPlace>> = {
  application: told('applicationProperties', 'description'),
  businessAttribute: told('businessAttributeInfo', 'description'),
  chart: edited('editableChartProperties'),
  container: edited('editableContainerProperties'),
  corpGroup: edited('corpGroupEditableInfo'),
  corpuser: edited('corpUserEditableInfo', 'aboutMe'),
  dashboard: edited('editableDashboardProperties'),
  dataFlow: edited('editableDataFlowProperties'),
  dataJob: edited('editableDataJobProperties'),
  dataProduct: told('dataProductProperties', 'description'),
  dataset: edited('editableDatasetProperties'),
  domain: told('domainProperties', 'description'),
  erModelRelationship: edited('editableERModelRelationshipProperties'),
  glossaryNode: told('glossaryNodeInfo', 'definition'),
  glossaryTerm: told('glossaryTermInfo', 'definition'),
  mlFeature: edited('editableMlFeatureProperties'),
  mlFeatureTable: edited('editableMlFeatureTableProperties'),
  mlModel: edited('editableMlModelProperties'),
  mlModelGroup: edited('editableMlModelGroupProperties'),
  mlPrimaryKey: edited('editableMlPrimaryKeyProperties'),
  notebook: edited('editableNotebookProperties'),
  tag: told('tagProperties', 'description'),
};

/** Where the name of an entity is, by entity type. */
export const NAMES: Readonly<Record<string, TextPlace>> = {
  application: told('applicationProperties', 'name'),
  businessAttribute: told('businessAttributeInfo', 'name'),
  corpGroup: told('corpGroupInfo', 'displayName'),
  dataProduct: told('dataProductProperties', 'name'),
  dataset: edited('editableDatasetProperties', 'name'),
  domain: told('domainProperties', 'name'),
  erModelRelationship: edited('editableERModelRelationshipProperties', 'name'),
  glossaryNode: told('glossaryNodeInfo', 'name'),
  glossaryTerm: told('glossaryTermInfo', 'name'),
  tag: told('tagProperties', 'name'),
};
