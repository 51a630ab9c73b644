import { objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { StoredEntity } from './names-and-texts.ts';

/** Urns of the tags, terms, owners and the domain of an entity; kinds without any are left out. */
export function labelsOf({ aspects }: StoredEntity): JsonObject {
  const value = (name: string): JsonObject => aspects.get(name)?.value ?? {};
  const owners = objects(value('ownership')['owners']).flatMap(({ owner, type, typeUrn }) => {
    const urn = text(owner);
    const kind = text(typeUrn) ?? text(type);
    return urn === undefined ? [] : [{ urn, ...(kind !== undefined && { type: kind }) }];
  });
  const [domain] = texts(value('domains')['domains']);
  return {
    ...given('tags', tagsIn(value('globalTags'))),
    ...given('terms', termsIn(value('glossaryTerms'))),
    ...given('owners', owners),
    ...(domain !== undefined && { domain }),
    ...(value('deprecation')['deprecated'] === true && { deprecated: true }),
    ...(value('status')['removed'] === true && { removed: true }),
  };
}

/** Urns of the tags in a `globalTags`. */
export function tagsIn(value: JsonObject | undefined): readonly string[] {
  return objects(value?.['tags']).flatMap(({ tag }) => text(tag) ?? []);
}

/** Urns of the terms in a `glossaryTerms`. */
export function termsIn(value: JsonObject | undefined): readonly string[] {
  return objects(value?.['terms']).flatMap(({ urn }) => text(urn) ?? []);
}

function given(name: string, items: readonly (string | JsonObject)[]): JsonObject {
  return items.length > 0 ? { [name]: items } : {};
}
