import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { objects, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { ofType, type Holder } from './associations.ts';

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

/** One `ApplicationAssociation` per application of the `applications` aspect of entity `of`. */
export function applications(value: JsonObject, references: EntityReferences, of: Holder): readonly object[] {
  return texts(value['applications']).flatMap((urn) => {
    const application = ofType('application', references.find(urn));
    return application === undefined ? [] : [{ application, associatedUrn: of.urn }];
  });
}
