import type { JsonObject, JsonValue } from '../../util/json.ts';
import { elementDiffer, objectsIn, textIn } from './timeline-elements.ts';
import type { Element } from './timeline-elements.ts';
import { columnDocumentation, technicalSchema } from './timeline-schema.ts';
import type { AspectDiffer, ChangeCategory } from './timeline.ts';

const tags: AspectDiffer = elementDiffer(
  (value) => objectsIn(value, 'tags').map((tag) => named(textIn(tag, 'tag'), 'tagUrn')),
  {
    category: 'TAG',
    added: ({ key }, urn) => `Tag '${key}' added to entity '${urn}'.`,
    removed: ({ key }, urn) => `Tag '${key}' removed from entity '${urn}'.`,
  },
);

const terms: AspectDiffer = elementDiffer(
  (value) => objectsIn(value, 'terms').map((term) => named(textIn(term, 'urn'), 'termUrn')),
  {
    category: 'GLOSSARY_TERM',
    added: ({ key }, urn) => `Term '${key}' added to entity '${urn}'.`,
    removed: ({ key }, urn) => `Term '${key}' removed from entity '${urn}'.`,
  },
);

const owners: AspectDiffer = elementDiffer(
  (value) =>
    objectsIn(value, 'owners').map((owner) => {
      const ownerUrn = textIn(owner, 'owner');
      const ownerType = textIn(owner, 'type');
      const ownerTypeUrn = textIn(owner, 'typeUrn');
      const type = ownerTypeUrn === '' ? {} : { ownerTypeUrn };
      const parameters = { ownerUrn, ownerType, ...type };
      return {
        key: `${ownerUrn} ${ownerType} ${ownerTypeUrn}`,
        modifier: ownerUrn,
        parameters,
        content: null,
      };
    }),
  {
    category: 'OWNERSHIP',
    added: ({ parameters }, urn) =>
      `'${parameters['ownerUrn']}' added as a \`${parameters['ownerType']}\` of '${urn}'.`,
    removed: ({ parameters }, urn) =>
      `'${parameters['ownerUrn']}' removed as a \`${parameters['ownerType']}\` of '${urn}'.`,
  },
);

const domains = urnDiffer('domains', 'DOMAIN', 'Domain');
const applications = urnDiffer('applications', 'APPLICATION', 'Application');

const members: AspectDiffer = elementDiffer(
  (value) => objectsIn(value, 'assets').map((asset) => named(textIn(asset, 'destinationUrn'), 'assetUrn')),
  {
    category: 'ASSET_MEMBERSHIP',
    added: ({ key }, urn) => `Asset '${key}' added to data product '${urn}'.`,
    removed: ({ key }, urn) => `Asset '${key}' removed from data product '${urn}'.`,
  },
);

const properties: AspectDiffer = elementDiffer(
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
    added: ({ key, parameters }, urn) =>
      `Structured property '${key}' with values ${parameters['propertyValues']} added to entity '${urn}'.`,
    removed: ({ key }, urn) => `Structured property '${key}' removed from entity '${urn}'.`,
    changed: (before, after, urn) =>
      `Structured property '${after.key}' of entity '${urn}' changed from ${before.parameters['propertyValues']} to ` +
      `${after.parameters['propertyValues']}.`,
  },
);

const links: AspectDiffer = elementDiffer(
  (value) =>
    objectsIn(value, 'elements').map((link) => {
      const url = textIn(link, 'url');
      return { key: url, modifier: url, parameters: { url }, content: textIn(link, 'description') };
    }),
  {
    category: 'DOCUMENTATION',
    added: ({ key }, urn) => `Institutional memory '${key}' has been added to '${urn}'.`,
    removed: ({ key }, urn) => `Institutional memory '${key}' has been removed from '${urn}'.`,
    changed: (_before, { key }, urn) => `Institutional memory '${key}' of '${urn}' has been changed.`,
  },
);

/** Differ for the description of an entity in a member of an aspect. */
function documentation(member: string): AspectDiffer {
  return elementDiffer(
    (value): Element[] => {
      const description = textIn(value, member);
      if (description === '') return [];
      return [{ key: member, modifier: '', parameters: { description }, content: description }];
    },
    {
      category: 'DOCUMENTATION',
      added: ({ parameters }, urn) =>
        `Documentation for '${urn}' has been added: '${parameters['description']}'.`,
      removed: ({ parameters }, urn) =>
        `Documentation for '${urn}' has been removed: '${parameters['description']}'.`,
      changed: (before, after, urn) =>
        `Documentation of '${urn}' has been changed from '${before.parameters['description']}' to ` +
        `'${after.parameters['description']}'.`,
    },
  );
}

/** Differ for additions to and removals from a list of urns. */
function urnDiffer(member: string, category: ChangeCategory, noun: string): AspectDiffer {
  const parameter = `${noun.toLowerCase()}Urn`;
  return elementDiffer(
    (value) => {
      const list: readonly JsonValue[] = Array.isArray(value[member]) ? value[member] : [];
      return list.filter((urn) => typeof urn === 'string').map((urn) => named(urn, parameter));
    },
    {
      category,
      added: ({ key }, urn) => `${noun} '${key}' added to entity '${urn}'.`,
      removed: ({ key }, urn) => `${noun} '${key}' removed from entity '${urn}'.`,
    },
  );
}

function named(key: string, parameter: string): Element {
  return { key, modifier: key, parameters: { [parameter]: key }, content: null };
}

function valuesOf(assignment: JsonObject): readonly (string | number)[] {
  return objectsIn(assignment, 'values').flatMap(({ string, double }) => {
    const value = string ?? double;
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
}

/** Differs by change category and aspect name. */
export const DIFFERS: Readonly<Record<ChangeCategory, Readonly<Record<string, AspectDiffer>>>> = {
  TAG: { globalTags: tags },
  GLOSSARY_TERM: { glossaryTerms: terms },
  OWNERSHIP: { ownership: owners },
  DOMAIN: { domains },
  APPLICATION: { applications },
  ASSET_MEMBERSHIP: { dataProductProperties: members },
  STRUCTURED_PROPERTY: { structuredProperties: properties },
  TECHNICAL_SCHEMA: { schemaMetadata: technicalSchema },
  DOCUMENTATION: {
    ...Object.fromEntries(
      ['Dataset', 'Chart', 'Dashboard', 'DataFlow', 'DataJob', 'Container', 'Notebook'].map((name) => [
        `editable${name}Properties`,
        documentation('description'),
      ]),
    ),
    datasetProperties: documentation('description'),
    containerProperties: documentation('description'),
    dataFlowInfo: documentation('description'),
    dataJobInfo: documentation('description'),
    chartInfo: documentation('description'),
    dashboardInfo: documentation('description'),
    domainProperties: documentation('description'),
    dataProductProperties: documentation('description'),
    tagProperties: documentation('description'),
    glossaryTermInfo: documentation('definition'),
    glossaryNodeInfo: documentation('definition'),
    institutionalMemory: links,
    schemaMetadata: columnDocumentation('fields'),
    editableSchemaMetadata: columnDocumentation('editableSchemaFieldInfo'),
  },
};
