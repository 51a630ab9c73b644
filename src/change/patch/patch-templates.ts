import { withDomainAssociations } from '../domain-associations.ts';
import { FINE_GRAINED_LINEAGE_KEYS, fineGrainedLineageRows } from './fine-grained-lineage.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** Separates the member names of a nested key: `attribution␟source`. */
export const UNIT_SEPARATOR = '\u241f';

/** How a patch addresses a part of an aspect, where that differs from plain JSON. */
export interface PatchView {
  /** Key fields of an array, in path order. Empty: strings that are their own keys. Absent: addressed by index. */
  readonly keys?: readonly string[];
  /** Set when a patch sees other elements than those of the array. */
  readonly rows?: RowView;
  /** Required members of this object, set where a patch leaves them out. */
  readonly defaults?: JsonObject;
  /** Views of the members of this object, or of each element of this array. */
  readonly members?: ReadonlyMap<string, PatchView>;
}

/** Converts an array to rows for patching and back: folding the rows of its elements gives an equivalent array. */
export interface RowView {
  readonly unfold: (element: JsonValue) => readonly JsonValue[];
  readonly fold: (rows: readonly JsonValue[]) => Steps<readonly JsonValue[]>;
}

/** Default keys and default value for patches of an aspect. */
export interface PatchTemplate {
  readonly members: ReadonlyMap<string, PatchView>;
  /** Initial value of a missing aspect; also restores required members that a patch removes. */
  readonly default: JsonObject;
  /** Completes a value stored by an earlier version before a patch is applied to it. */
  readonly complete?: (value: JsonObject) => JsonObject;
}

const SOURCE = `attribution${UNIT_SEPARATOR}source`;
const UNKNOWN_STAMP = { time: 0, actor: 'urn:li:corpuser:unknown' };
const UNKNOWN_STAMPS = { created: UNKNOWN_STAMP, lastModified: UNKNOWN_STAMP };

const texts: PatchView = { keys: [] };
const edges: PatchView = { keys: ['destinationUrn'] };
const tags: PatchView = { keys: ['tag', SOURCE] };
const terms: PatchView = { keys: ['urn', SOURCE] };
const prompts: PatchView = { keys: ['id'] };
const formAssociations: PatchView = {
  keys: ['urn'],
  members: views({ incompletePrompts: prompts, completedPrompts: prompts }),
};
const lineages: PatchView = { keys: FINE_GRAINED_LINEAGE_KEYS, rows: fineGrainedLineageRows };

/**
 * Templates of the aspects that DataHub patches by key, by aspect name. An aspect without a template starts empty, and
 * its arrays are addressed by index unless the patch gives their keys.
 */
export const PATCH_TEMPLATES: ReadonlyMap<string, PatchTemplate> = new Map([
  template(
    'chartInfo',
    { inputEdges: edges, inputs: texts },
    { title: '', description: '', lastModified: UNKNOWN_STAMPS, inputEdges: [], inputs: [] },
  ),
  template(
    'dashboardInfo',
    { chartEdges: edges, datasetEdges: edges, dashboards: edges, charts: texts, datasets: texts },
    {
      title: '',
      description: '',
      lastModified: UNKNOWN_STAMPS,
      chartEdges: [],
      datasetEdges: [],
      charts: [],
      datasets: [],
    },
  ),
  template('dataFlowInfo', {}, { customProperties: {} }),
  template('dataJobInfo', {}, { customProperties: {} }),
  template(
    'dataJobInputOutput',
    {
      inputDatajobEdges: edges,
      inputDatasetEdges: edges,
      outputDatasetEdges: edges,
      inputDatajobs: texts,
      inputDatasets: texts,
      outputDatasets: texts,
      inputDatasetFields: texts,
      outputDatasetFields: texts,
      fineGrainedLineages: lineages,
    },
    {
      inputDatajobEdges: [],
      inputDatasetEdges: [],
      outputDatasetEdges: [],
      inputDatajobs: [],
      inputDatasets: [],
      outputDatasets: [],
      inputDatasetFields: [],
      outputDatasetFields: [],
      fineGrainedLineages: [],
    },
  ),
  template('dataProcessInstanceInput', { inputs: texts, inputEdges: edges }, { inputs: [] }),
  template('dataProcessInstanceOutput', { outputs: texts, outputEdges: edges }, { outputs: [] }),
  template('dataProductProperties', { assets: edges }, { assets: [] }),
  template('dataProducts', { dataProducts: edges }, { dataProducts: [] }),
  template('datasetProperties', {}, { customProperties: {}, tags: [] }),
  template('documentation', { documentations: { keys: [SOURCE] } }, { documentations: [] }),
  template(
    'domains',
    { domains: texts, domainAssociations: { keys: [SOURCE, 'domain'] } },
    { domains: [] },
    withDomainAssociations,
  ),
  template(
    'editableSchemaMetadata',
    {
      editableSchemaFieldInfo: {
        keys: ['fieldPath'],
        members: views({
          globalTags: { members: views({ tags }), defaults: { tags: [] } },
          glossaryTerms: { members: views({ terms }), defaults: { terms: [], auditStamp: UNKNOWN_STAMP } },
        }),
      },
    },
    { ...UNKNOWN_STAMPS, editableSchemaFieldInfo: [] },
  ),
  template(
    'formInfo',
    { prompts, actors: { members: views({ users: texts, groups: texts, ownershipTypes: texts }) } },
    { name: '' },
  ),
  template(
    'forms',
    {
      incompleteForms: formAssociations,
      completedForms: formAssociations,
      verifications: { keys: ['form'] },
    },
    { incompleteForms: [], completedForms: [] },
  ),
  template('globalTags', { tags }, { tags: [] }),
  template(
    'glossaryRelatedTerms',
    { isRelatedTerms: texts, hasRelatedTerms: texts, values: texts, relatedTerms: texts },
    {},
  ),
  template('glossaryTerms', { terms }, { terms: [], auditStamp: UNKNOWN_STAMP }),
  template('institutionalMemory', { elements: { keys: ['url'] } }, { elements: [] }),
  template(
    'ownership',
    { owners: { keys: ['owner', 'type', 'typeUrn', SOURCE] } },
    { owners: [], lastModified: UNKNOWN_STAMP },
  ),
  template(
    'propertyDefinition',
    { entityTypes: texts, allowedValues: { keys: ['value'] }, allowedPlatforms: texts },
    { qualifiedName: '', valueType: 'urn:li:dataType:datahub.string', entityTypes: [] },
  ),
  template('siblings', { siblings: texts }, { siblings: [], primary: false }),
  template('structuredProperties', { properties: { keys: ['propertyUrn', SOURCE] } }, { properties: [] }),
  template(
    'testResults',
    { failing: { keys: ['test'] }, passing: { keys: ['test'] } },
    { failing: [], passing: [] },
  ),
  template(
    'upstreamLineage',
    { upstreams: { keys: ['dataset'] }, fineGrainedLineages: lineages },
    { upstreams: [], fineGrainedLineages: [] },
  ),
]);

function template(
  aspectName: string,
  members: Readonly<Record<string, PatchView>>,
  value: JsonObject,
  complete?: PatchTemplate['complete'],
): readonly [string, PatchTemplate] {
  return [aspectName, { members: views(members), default: value, ...(complete && { complete }) }];
}

function views(members: Readonly<Record<string, PatchView>>): ReadonlyMap<string, PatchView> {
  return new Map(Object.entries(members));
}
