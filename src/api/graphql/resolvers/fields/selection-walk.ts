import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import type { FieldSelection } from '../../schema/resolver-types.ts';

/** Whether a request selects the field at the end of the path: costly results are computed only on demand. */
export function isSelected(path: readonly string[], info: FieldSelection): boolean {
  const walk = new SelectionWalk(info.fragments);
  const selections = walk.below(path.slice(0, -1), info);
  return walk.fields(selections, () => true).some((field) => field.name.value === path.at(-1));
}

/** Finds selected fields, also in fragments; each fragment is entered once, however often it is spread. */
export class SelectionWalk {
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;

  constructor(fragments: Readonly<Record<string, FragmentDefinitionNode>>) {
    this.#fragments = fragments;
  }

  /** The selection sets at a path of field names, from the field being resolved. */
  below(path: readonly string[], info: FieldSelection): readonly SelectionSetNode[] {
    let selections: readonly SelectionSetNode[] = info.fieldNodes.flatMap(
      ({ selectionSet }) => selectionSet ?? [],
    );
    for (const name of path) {
      selections = this.fields(selections, () => true).flatMap((field) =>
        field.name.value === name && field.selectionSet ? [field.selectionSet] : [],
      );
    }
    return selections;
  }

  /** The fields directly in these selection sets, and in fragments on types that `applies` accepts. */
  fields(sets: readonly SelectionSetNode[], applies: (typeName: string) => boolean): readonly FieldNode[] {
    const fields: FieldNode[] = [];
    const entered = new Set<SelectionSetNode>(sets);
    for (const set of entered) {
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          fields.push(selection);
          continue;
        }
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
        const typeName = fragment?.typeCondition?.name.value;
        if (fragment !== undefined && (typeName === undefined || applies(typeName))) {
          // Iterating a Set includes elements added meanwhile: no recursion is needed.
          entered.add(fragment.selectionSet);
        }
      }
    }
    return fields;
  }
}
