import { because } from '../../refusals.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import type { Validator } from '../rules.ts';

/** Where entities of a tree name their parents. */
interface Tree {
  readonly field: string;
  readonly parentIn: (value: JsonObject | undefined) => unknown;
  readonly refusal: (urn: Urn, parent: Urn) => string;
}

/** Trees by the aspect that names the parent. */
const TREES: Readonly<Record<string, Tree>> = {
  domainProperties: {
    field: 'parentDomain',
    parentIn: (value) => value?.['parentDomain'],
    refusal: (urn, parent) => `Cannot move a domain into itself: ${parent} is ${urn} or a descendant of it.`,
  },
  glossaryNodeInfo: {
    field: 'parentNode',
    parentIn: (value) => value?.['parentNode'],
    refusal: (urn, parent) =>
      `Cannot move ${urn} into itself: ${parent} is the same node or a descendant of it.`,
  },
  documentInfo: {
    field: 'parentDocument.document',
    parentIn: (value) => object(value?.['parentDocument'])?.['document'],
    refusal: (urn, parent) =>
      `Cannot move a document into itself: ${parent} is ${urn} or a descendant of it.`,
  },
};

/** Maximum ancestors that are checked: longer chains are errors in the data, which readers truncate. */
const MOST_ANCESTORS = 50;

/** An entity must not be its own ancestor. A stored cycle does not block changes of other members. */
export const ownAncestors: Validator = {
  name: 'ownAncestors',
  aspects: Object.keys(TREES),
  check: ({ after, aspect, before, urn }, { state }) => {
    const tree = TREES[aspect.name];
    const parent = tree?.parentIn(after);
    if (tree === undefined || typeof parent !== 'string' || !isUrn(parent)) return [];
    if (parent === tree.parentIn(before)) return [];
    return isAbove(urn, parent, (one) => tree.parentIn(valueOf(one, aspect.name, state)))
      ? [{ message: tree.refusal(urn, parent), field: tree.field, ...because('LOOP') }]
      : [];
  },
};

function valueOf(urn: Urn, aspectName: string, state: CurrentState): JsonObject | undefined {
  return state.row(urn, aspectName)?.aspect.value;
}

/** Whether `urn` is the entity or above it. */
function isAbove(urn: Urn, entity: Urn, parentOf: (entity: Urn) => unknown): boolean {
  let current: unknown = entity;
  for (let steps = 0; typeof current === 'string' && isUrn(current) && steps < MOST_ANCESTORS; steps++) {
    if (current === urn) return true;
    current = parentOf(current);
  }
  return false;
}
