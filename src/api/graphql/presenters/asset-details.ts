import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { globalTags, glossaryTerms, ofType } from './associations.ts';
import type { Holder } from './associations.ts';
import { attribution, resolvedAuditStamp } from './stamps.ts';

/** A step of `BrowsePathV2`. */
export interface BrowseStep {
  readonly name: JsonValue | undefined;
  readonly entity: EntityReference | undefined;
}

/** Steps of `BrowsePathV2` from the `browsePathsV2` aspect. */
export function browseSteps(value: JsonObject, references: EntityReferences): readonly BrowseStep[] {
  return objects(value['path']).map(({ id, urn }) => ({ name: id, entity: references.find(urn) }));
}

/** One `BrowsePath` per path, split at slashes without empty steps. */
export function browsePaths(value: JsonObject): readonly { readonly path: readonly string[] }[] {
  return texts(value['paths']).map((path) => ({ path: path.split('/').filter((part) => part !== '') }));
}

/** `SiblingProperties` from the `siblings` aspect. */
export function siblings(value: JsonObject, references: EntityReferences): object {
  return {
    isPrimary: value['primary'] === true,
    siblings: texts(value['siblings']).flatMap((urn) => references.find(urn) ?? []),
  };
}

/** `Documentation` from the `documentation` aspect. */
export function documentation(value: JsonObject, references: EntityReferences): object {
  const documentations = objects(value['documentations']).map((entry) => ({
    documentation: entry['documentation'],
    attribution: attribution(entry['attribution'], references),
  }));
  return { documentations };
}

/** One `ApplicationAssociation` per application of the `applications` aspect of entity `of`. */
export function applications(value: JsonObject, references: EntityReferences, of: Holder): readonly object[] {
  return texts(value['applications']).flatMap((urn) => {
    const application = ofType('application', references.find(urn));
    return application === undefined ? [] : [{ application, associatedUrn: of.urn }];
  });
}

/** `Access` from the `access` aspect of entity `of`. */
export function access(value: JsonObject, references: EntityReferences, of: Holder): object {
  const roles = objects(value['roles']).flatMap(({ urn }) => {
    const role = ofType('role', references.find(urn));
    return role === undefined ? [] : [{ role, associatedUrn: of.urn }];
  });
  return { roles };
}

/** `VersionProperties` from the `versionProperties` aspect; null if it names no version set. */
export function versionProperties(value: JsonObject, references: EntityReferences): object | null {
  const versionSet = ofType('versionSet', references.find(value['versionSet']));
  if (versionSet === undefined) return null;
  return {
    versionSet,
    version: object(value['version']) ?? {},
    aliases: objects(value['aliases']),
    comment: text(value['comment']),
    isLatest: value['isLatest'] === true,
    createdInSource: resolvedAuditStamp(value['sourceCreatedTimestamp'], references),
  };
}

/** `TestResults` from the `testResults` aspect. */
export function testResults(value: JsonObject, references: EntityReferences): object {
  const results = (list: unknown) =>
    objects(list).map(({ test, type }) => ({ test: ofType('test', references.find(test)), type }));
  return { passing: results(value['passing']), failing: results(value['failing']) };
}

/** `EditableSchemaMetadata` from the `editableSchemaMetadata` aspect of dataset `of`. */
export function editableSchema(value: JsonObject, references: EntityReferences, of: Holder): object {
  const editableSchemaFieldInfo = objects(value['editableSchemaFieldInfo']).map((column) => {
    const tags = object(column['globalTags']);
    const terms = object(column['glossaryTerms']);
    // As in DataHub, `associatedUrn` is the dataset, not the column.
    const shownTags = tags && globalTags(tags, references, of);
    return {
      fieldPath: column['fieldPath'],
      description: column['description'],
      globalTags: shownTags,
      tags: shownTags,
      glossaryTerms: terms && glossaryTerms(terms, references, of),
    };
  });
  return { editableSchemaFieldInfo };
}
