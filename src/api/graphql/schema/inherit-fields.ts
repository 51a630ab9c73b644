import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
} from 'graphql';

type Definition = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;
type Extension = ObjectTypeExtensionNode | InterfaceTypeExtensionNode;

/** The merged definition of an object type or interface and its extensions. */
class Written {
  readonly interfaces: NamedTypeNode[] = [];
  readonly fields = new Map<string, FieldDefinitionNode>();
}

/**
 * Adds to each object type and interface the fields of its interfaces that it does not declare itself, with their
 * descriptions, arguments and directives, and the interfaces of its interfaces. The first interface with a field
 * takes precedence; declared fields take precedence over inherited ones. The result is plain SDL.
 */
export function inheritFields(document: DocumentNode): DocumentNode {
  const written = new Map<string, Written>();
  for (const node of document.definitions) {
    if (!isDefinition(node) && !isExtension(node)) continue;
    const type = written.get(node.name.value) ?? new Written();
    written.set(node.name.value, type);
    type.interfaces.push(...(node.interfaces ?? []));
    for (const field of node.fields ?? []) type.fields.set(field.name.value, field);
  }
  const definitions = document.definitions.map((node): DefinitionNode => {
    if (isExtension(node)) return { ...node, interfaces: [] };
    return isDefinition(node) ? completed(node, written) : node;
  });
  return { ...document, definitions };
}

function completed<Node extends Definition>(node: Node, written: ReadonlyMap<string, Written>): Node {
  const interfaces = new Map<string, NamedTypeNode>();
  const inherited = new Map<string, FieldDefinitionNode>();
  const own = written.get(node.name.value);
  const inherit = (from: Written | undefined): void => {
    for (const implemented of from?.interfaces ?? []) {
      const name = implemented.name.value;
      if (interfaces.has(name)) continue;
      interfaces.set(name, implemented);
      for (const [field, definition] of written.get(name)?.fields ?? []) {
        if (own?.fields.has(field) !== true && !inherited.has(field)) inherited.set(field, definition);
      }
      inherit(written.get(name));
    }
  };
  inherit(own);
  return {
    ...node,
    interfaces: [...interfaces.values()],
    fields: [...inherited.values(), ...(node.fields ?? [])],
  };
}

function isDefinition(node: DefinitionNode): node is Definition {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

function isExtension(node: DefinitionNode): node is Extension {
  return node.kind === Kind.OBJECT_TYPE_EXTENSION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
}
