import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Distinct names of the root fields that a request selects; empty when the operation is ambiguous or unknown. */
export function rootFieldNames(document: DocumentNode, operationName: string | undefined): readonly string[] {
  const operation = operationOf(document, operationName);
  if (operation === undefined) return [];
  const names = new Set<string>();
  const entered = new Set<SelectionSetNode>([operation.selectionSet]);
  // Iterating a Set includes elements added meanwhile; each fragment is entered once.
  for (const { selections } of entered) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) entered.add(selection.selectionSet);
      else {
        const fragment = fragmentOf(document, selection.name.value);
        if (fragment !== undefined) entered.add(fragment.selectionSet);
      }
    }
  }
  return [...names];
}

function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (name === undefined) return operations.length === 1 ? operations[0] : undefined;
  return operations.find((operation) => operation.name?.value === name);
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .find((fragment) => fragment.name.value === name);
}
