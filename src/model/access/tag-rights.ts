import type { AspectSpec, EntitySpec, RelationshipField } from '../entity-registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { withoutNulls } from '../../util/json/without-nulls.ts';
import type { Urn } from '../urn.ts';

/** Which tags a writer may add and remove, if policies allow only some of them. */
export interface TagRights {
  /** `isRemoval`: the whole aspect is deleted. */
  mayChange(
    tag: string,
    at: { readonly urn: Urn; readonly aspectName: string; readonly isRemoval: boolean },
  ): boolean;
}

/** The privilege, besides EDIT_ENTITY, for changing tags in an aspect: of the entity itself, or of its columns. */
export function tagPrivilege(entityType: string, aspectName: string): string {
  const isOfColumns = entityType === 'dataset' && aspectName !== 'globalTags';
  return isOfColumns ? 'EDIT_DATASET_COL_TAGS' : 'EDIT_ENTITY_TAGS';
}

/** Whether the aspect can contain tags of its entity, or of columns. */
export function holdsTags(aspect: AspectSpec): boolean {
  return aspect.relationships.some(isOfTags);
}

/** Names of the aspects of the entity type that can contain tags. */
export function aspectsWithTags({ aspects }: EntitySpec): readonly string[] {
  return [...aspects.values()].filter(holdsTags).map(({ name }) => name);
}

function isOfTags({ entityTypes: [only, ...others] }: RelationshipField): boolean {
  return only === 'tag' && others.length === 0;
}

/**
 * The tags that differ between two values of the aspect. Moving a tag to another column changes it, and so does
 * another context or attribution. Columns are compared by `fieldPath`, so their order does not matter.
 */
export function changedTags(
  aspect: AspectSpec,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): ReadonlySet<string> {
  const [stored, stated] = [tagsIn(aspect, before), tagsIn(aspect, after)];
  const changed = new Set<string>();
  for (const [places, others] of [
    [stored, stated],
    [stated, stored],
  ] as const) {
    for (const [place, tags] of places)
      for (const [association, tag] of tags)
        if (others.get(place)?.has(association) !== true) changed.add(tag);
  }
  return changed;
}

/** Tags by place, then by their whole association. A place is a path in the aspect, with the `fieldPath` of a column. */
type TagsByPlace = Map<string, Map<string, string>>;

function tagsIn(aspect: AspectSpec, value: JsonObject | undefined): TagsByPlace {
  const found: TagsByPlace = new Map();
  if (value === undefined) return found;
  for (const relationship of aspect.relationships) {
    if (isOfTags(relationship))
      collect(value, relationship.path, { depth: 0, place: '', found, association: undefined });
  }
  return found;
}

function collect(
  value: JsonValue | undefined,
  path: readonly string[],
  at: {
    readonly depth: number;
    readonly place: string;
    readonly found: TagsByPlace;
    /** Item of the innermost list on the path; undefined: the path has no list. */
    readonly association: JsonValue | undefined;
  },
): void {
  const { association, depth, found, place } = at;
  if (value === undefined || value === null) return;
  const name = path[depth];
  if (name === undefined) {
    if (typeof value !== 'string') return;
    const tags = found.get(place);
    // As stored: null in a member means that it is absent.
    const stored = isJsonObject(association) ? withoutNulls(association) : association;
    const text = stored === undefined ? value : stableJson(stored);
    if (tags === undefined) found.set(place, new Map([[text, value]]));
    else tags.set(text, value);
  } else if (name === '*') {
    if (!Array.isArray(value)) return;
    for (const item of value as readonly JsonValue[]) {
      const inItem = { depth: depth + 1, place: `${place}${columnOf(item)}`, association: item };
      collect(item, path, { ...at, ...inItem });
    }
  } else if (isJsonObject(value)) {
    collect(value[name], path, { ...at, depth: depth + 1, place: `${place}/${name}` });
  }
}

function columnOf(item: JsonValue): string {
  if (!isJsonObject(item)) return '';
  const { fieldPath, schemaField } = item;
  if (typeof fieldPath === 'string') return `[${fieldPath}]`;
  return schemaField === undefined ? '' : columnOf(schemaField);
}
