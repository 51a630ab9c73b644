import type { JsonObject } from '../../util/json.ts';
import { texts } from '../../util/json/json-members.ts';
import {
  elementDiffer,
  objectIn,
  objectsIn,
  textIn,
  type Element,
  type ElementDiffer,
} from './timeline-elements.ts';
import { documentLifecycle, documentLinks, documentParent, documentTexts } from './timeline-documents.ts';
import {
  editableFieldDocumentation,
  editableFieldTags,
  editableFieldTerms,
  fieldDocumentation,
  fieldTags,
} from './timeline-fields.ts';
import { idOf, tags, terms } from './timeline-labels.ts';
import { described, links, namedAndDescribed } from './timeline-texts.ts';
import { technicalSchema } from './timeline-schema.ts';
import type { AspectDiffer, ChangeCategory } from './timeline.ts';

const owners = elementDiffer(
  (value) =>
    objectsIn(value, 'owners').map((owner) => {
      const ownerUrn = textIn(owner, 'owner');
      const ownerType = textIn(owner, 'type');
      const ownerTypeUrn = textIn(owner, 'typeUrn');
      const type = ownerTypeUrn === '' ? {} : { ownerTypeUrn };
      return {
        key: `${ownerUrn} ${ownerType} ${ownerTypeUrn}`,
        modifier: ownerUrn,
        parameters: { ownerUrn, ownerType, ...type },
        content: '',
      };
    }),
  {
    category: 'OWNERSHIP',
    added: ({ parameters, modifier = '' }, about) =>
      `'${idOf(modifier)}' added as a \`${parameters['ownerType']}\` of '${about}'.`,
    removed: ({ parameters, modifier = '' }, about) =>
      `'${idOf(modifier)}' removed as a \`${parameters['ownerType']}\` of '${about}'.`,
  },
);

const domains = urnDiffer('domains', 'DOMAIN', 'Domain');
const applications = urnDiffer('applications', 'APPLICATION', 'Application');

const members = elementDiffer(
  (value) => objectsIn(value, 'assets').map((asset) => named(textIn(asset, 'destinationUrn'), 'assetUrn')),
  {
    category: 'ASSET_MEMBERSHIP',
    added: ({ key }, about) => `Asset '${key}' added to data product '${about}'.`,
    removed: ({ key }, about) => `Asset '${key}' removed from data product '${about}'.`,
  },
);

const properties = elementDiffer(
  (value) =>
    objectsIn(value, 'properties').map((assignment) => {
      const propertyUrn = textIn(assignment, 'propertyUrn');
      const values = JSON.stringify(valuesOf(assignment));
      return {
        key: propertyUrn,
        modifier: propertyUrn,
        parameters: { propertyUrn, propertyValues: values },
        content: values,
      };
    }),
  {
    category: 'STRUCTURED_PROPERTY',
    added: ({ key, content }, about) =>
      `Structured property '${idOf(key)}' with values ${content} added to entity '${about}'.`,
    removed: ({ key }, about) => `Structured property '${idOf(key)}' removed from entity '${about}'.`,
    changed: (before, after, about) =>
      `Structured property '${idOf(after.key)}' of entity '${about}' changed from ${before.content} to ` +
      `${after.content}.`,
  },
);

/** Relationships of a term with other terms, by the member that lists them. */
const RELATED_TERMS = {
  isRelatedTerms: 'Is A',
  hasRelatedTerms: 'Has A',
  values: 'Has Value',
  relatedTerms: 'Is Related To',
} as const;

const relatedTerms = elementDiffer(
  (value) =>
    Object.entries(RELATED_TERMS).flatMap(([member, relationshipType]) =>
      texts(value[member]).map((termUrn) => ({
        key: `${relationshipType} ${termUrn}`,
        modifier: termUrn,
        parameters: { termUrn, relationshipType },
        content: '',
      })),
    ),
  {
    category: 'GLOSSARY_TERM',
    added: ({ parameters, modifier = '' }, about) =>
      `'${parameters['relationshipType']}' relationship '${idOf(modifier)}' added to '${about}'.`,
    removed: ({ parameters, modifier = '' }, about) =>
      `'${parameters['relationshipType']}' relationship '${idOf(modifier)}' removed from '${about}'.`,
  },
);

const versions = elementDiffer(
  (value) => {
    const versionTag = textIn(objectIn(value, 'version') ?? {}, 'versionTag');
    const [comment, versionSetUrn] = [textIn(value, 'comment'), textIn(value, 'versionSet')];
    if (versionSetUrn === '') return [];
    const parameters = {
      ...(versionTag !== '' && { versionTag }),
      ...(comment !== '' && { comment }),
      versionSetUrn,
      isLatest: String(value['isLatest'] === true),
    };
    return [{ key: 'version', modifier: undefined, parameters, content: versionTag }];
  },
  {
    category: 'VERSIONING',
    added: ({ content, parameters: { comment } }, about) =>
      `Version '${content || 'unknown'}' created for '${about}'${comment === undefined ? '' : ` — ${comment}`}`,
    removed: ({ content }, about) => `Version '${content || 'unknown'}' of '${about}' removed`,
    changed: (before, after, about) =>
      `Version tag of '${about}' changed from '${before.content}' to '${after.content}'`,
    changedStep: 'PATCH',
    formerParameter: 'previousVersionTag',
  },
);

/** Differ for additions to and removals from a list of urns. */
function urnDiffer(member: string, category: ChangeCategory, noun: string): ElementDiffer {
  const parameter = `${noun.toLowerCase()}Urn`;
  return elementDiffer((value) => texts(value[member]).map((urn) => named(urn, parameter)), {
    category,
    added: ({ key }, about) => `${noun} '${idOf(key)}' added to entity '${about}'.`,
    removed: ({ key }, about) => `${noun} '${idOf(key)}' removed from entity '${about}'.`,
  });
}

function named(key: string, parameter: string): Element {
  return { key, modifier: key, parameters: { [parameter]: key }, content: '' };
}

function valuesOf(assignment: JsonObject): readonly (string | number)[] {
  return objectsIn(assignment, 'values').flatMap(({ string, double }) => {
    const value = string ?? double;
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
}

/** Differs by change category and aspect name. */
export const DIFFERS: Readonly<Record<ChangeCategory, Readonly<Record<string, AspectDiffer>>>> = {
  TAG: { globalTags: tags, schemaMetadata: fieldTags, editableSchemaMetadata: editableFieldTags },
  GLOSSARY_TERM: {
    glossaryTerms: terms,
    glossaryRelatedTerms: relatedTerms,
    editableSchemaMetadata: editableFieldTerms,
  },
  OWNERSHIP: { ownership: owners },
  DOMAIN: { domains },
  APPLICATION: { applications },
  ASSET_MEMBERSHIP: { dataProductProperties: members },
  STRUCTURED_PROPERTY: { structuredProperties: properties },
  TECHNICAL_SCHEMA: { schemaMetadata: technicalSchema },
  VERSIONING: { versionProperties: versions },
  LIFECYCLE: { documentInfo: documentLifecycle },
  PARENT: { documentInfo: documentParent },
  RELATED_ENTITIES: { documentInfo: documentLinks },
  DOCUMENTATION: {
    ...Object.fromEntries(
      ['Dataset', 'Chart', 'Dashboard', 'DataFlow', 'DataJob', 'Container', 'Notebook'].map((name) => [
        `editable${name}Properties`,
        described('description'),
      ]),
    ),
    datasetProperties: described('description'),
    containerProperties: described('description'),
    dataFlowInfo: described('description'),
    dataJobInfo: described('description'),
    chartInfo: described('description'),
    dashboardInfo: described('description'),
    domainProperties: namedAndDescribed('description', 'Description'),
    dataProductProperties: namedAndDescribed('description', 'Description'),
    tagProperties: described('description'),
    glossaryTermInfo: namedAndDescribed('definition'),
    glossaryNodeInfo: described('definition'),
    documentInfo: documentTexts,
    institutionalMemory: links,
    schemaMetadata: fieldDocumentation,
    editableSchemaMetadata: editableFieldDocumentation,
  },
};
