import type { JsonObject } from '../../util/json.ts';
import { isUrn, urnKey } from '../urn.ts';
import {
  elementDiffer,
  objectIn,
  objectsIn,
  textIn,
  type Element,
  type ElementDiffer,
} from './timeline-elements.ts';

/** Differ for the tags of an entity or column. */
export const tags: ElementDiffer = elementDiffer(
  (value) => objectsIn(value, 'tags').map((tag) => label(tag, 'tag', 'tagUrn')),
  {
    category: 'TAG',
    added: ({ key }, about) => `Tag '${idOf(key)}' added to entity '${about}'.`,
    removed: ({ key }, about) => `Tag '${idOf(key)}' removed from entity '${about}'.`,
  },
);

/** Differ for the glossary terms of an entity or column. */
export const terms: ElementDiffer = elementDiffer(
  (value) => objectsIn(value, 'terms').map((term) => label(term, 'urn', 'termUrn')),
  {
    category: 'GLOSSARY_TERM',
    added: ({ key }, about) => `Term '${idOf(key)}' added to entity '${about}'.`,
    removed: ({ key }, about) => `Term '${idOf(key)}' removed from entity '${about}'.`,
  },
);

/** Name of an entity in descriptions: its key. */
export function idOf(urn: string): string {
  return isUrn(urn) ? urnKey(urn) : urn;
}

/** A tag or term, with its origin if known. */
function label(association: JsonObject, member: string, parameter: string): Element {
  const urn = textIn(association, member);
  return {
    key: urn,
    modifier: urn,
    content: '',
    // Lazy: only read for added or removed labels, and most are neither.
    get parameters() {
      const details = objectIn(objectIn(association, 'attribution'), 'sourceDetail') ?? {};
      const context = textIn(association, 'context') || '{}';
      return { [parameter]: urn, context, sourceDetails: JSON.stringify(details) };
    },
  };
}
