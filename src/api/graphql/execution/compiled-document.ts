import {
  Kind,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { resolveYielding } from '../context/yielding.ts';
import type { FieldSelection } from '../schema/resolver-types.ts';

/** Coerced arguments of a field. */
export type Arguments = Readonly<Record<string, unknown>>;

/** How to complete a value of a type: serialize a leaf, or complete the elements of a list or the fields of an object. */
export type CompiledType = { readonly isNonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly element: CompiledType }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly members: Members }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; readonly members: Members }
);

/** A selected field of an object type, with all that does not depend on the request. */
export interface CompiledField {
  /** Name in the response: the alias, or the name of the field. */
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  /** Has the members of a FieldSelection only: resolvers are typed to use no others. */
  readonly info: GraphQLResolveInfo;
  readonly type: CompiledType;
  /** The coerced arguments; undefined if they depend on variables. Throws a GraphQLError if they are invalid. */
  readonly fixedArguments: (() => Arguments) | undefined;
}

export interface CompiledOperation {
  readonly node: OperationDefinitionNode;
  readonly root: readonly CompiledField[];
}

/**
 * A valid document; everything that does not depend on the request is compiled. The selections below a field are compiled
 * when its first object is completed: spread fragments can make millions of fields without data.
 */
export class CompiledDocument {
  readonly #schema: GraphQLSchema;
  readonly #operations: readonly OperationDefinitionNode[];
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  readonly #compiled = new Map<OperationDefinitionNode, CompiledOperation>();
  readonly #isRegular: boolean;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.#schema = schema;
    this.#operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments[definition.name.value] = definition;
    }
    this.#isRegular = definitions.every(isRegular);
  }

  /**
   * The operation with a name, or the only one. Undefined for what graphql-js must execute or refuse: selections with
   * directives, fragments with variables, subscriptions, and names that are missing, unknown or ambiguous.
   */
  operation(name: string | undefined): CompiledOperation | undefined {
    if (!this.#isRegular) return undefined;
    const [node, other] = this.#operations.filter(
      (found) => name === undefined || found.name?.value === name,
    );
    return node === undefined || other !== undefined ? undefined : this.#operation(node);
  }

  #operation(node: OperationDefinitionNode): CompiledOperation | undefined {
    const known = this.#compiled.get(node);
    const type = this.#schema.getRootType(node.operation);
    if (known !== undefined || !type) return known;
    const members = new Members(this.#schema, this.#fragments, [node.selectionSet]);
    const operation = { node, root: members.of(type) };
    this.#compiled.set(node, operation);
    return operation;
  }
}

/** The fields selected below a field, by the type of the completed object. */
export class Members {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #selected: readonly SelectionSetNode[];
  readonly #byType = new Map<GraphQLObjectType, readonly CompiledField[]>();

  constructor(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    selected: readonly SelectionSetNode[],
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#selected = selected;
  }

  of(type: GraphQLObjectType): readonly CompiledField[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const fields = [...this.#nodesOf(type)].flatMap(([key, nodes]) => this.#field(type, key, nodes) ?? []);
    this.#byType.set(type, fields);
    return fields;
  }

  /** The nodes of each response key, in document order; each fragment counts once. */
  #nodesOf(type: GraphQLObjectType): ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]> {
    const nodes = new Map<string, [FieldNode, ...FieldNode[]]>();
    const entered = new Set<string>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          const same = nodes.get(key);
          if (same === undefined) nodes.set(key, [selection]);
          else same.push(selection);
          continue;
        }
        let fragment:
          | {
              readonly typeCondition?: FragmentDefinitionNode['typeCondition'] | undefined;
              readonly selectionSet: SelectionSetNode;
            }
          | undefined = undefined;
        if (selection.kind === Kind.INLINE_FRAGMENT) fragment = selection;
        else if (!entered.has(selection.name.value)) {
          entered.add(selection.name.value);
          fragment = this.#fragments[selection.name.value];
        }
        if (fragment !== undefined && this.#applies(fragment.typeCondition?.name.value, type)) {
          collect(fragment.selectionSet);
        }
      }
    };
    for (const set of this.#selected) collect(set);
    return nodes;
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const general = this.#schema.getType(condition);
    return isAbstractType(general) && this.#schema.isSubType(general, type);
  }

  #field(
    type: GraphQLObjectType,
    key: string,
    nodes: readonly [FieldNode, ...FieldNode[]],
  ): CompiledField | undefined {
    const [node] = nodes;
    const definition = this.#schema.getField(type, node.name.value);
    if (definition === undefined) return undefined;
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const isFixed = !node.arguments?.some(({ value }) => hasVariable(value));
    const selection: FieldSelection = {
      fieldName: definition.name,
      fieldNodes: nodes,
      parentType: type,
      schema: this.#schema,
      fragments: this.#fragments,
    };
    let fixed: Arguments | undefined;
    return {
      key,
      definition,
      resolve: definition.resolve ?? resolveYielding,
      nodes,
      info: selection as GraphQLResolveInfo,
      type: this.#type(definition.type, new Members(this.#schema, this.#fragments, below)),
      fixedArguments: isFixed ? () => (fixed ??= getArgumentValues(definition, node)) : undefined,
    };
  }

  #type(given: GraphQLOutputType, members: Members): CompiledType {
    const isNonNull = isNonNullType(given);
    const type = isNonNull ? given.ofType : given;
    if (isListType(type)) return { isNonNull, kind: 'list', element: this.#type(type.ofType, members) };
    if (isLeafType(type)) return { isNonNull, kind: 'leaf', type };
    return isObjectType(type)
      ? { isNonNull, kind: 'object', type, members }
      : { isNonNull, kind: 'abstract', type, members };
  }
}

/** Whether the fields that the definition selects depend only on the types of the objects. */
function isRegular(node: ASTNode): boolean {
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      return node.operation !== 'subscription' && isPlain(node) && isRegular(node.selectionSet);
    case Kind.FRAGMENT_DEFINITION:
      return (node.variableDefinitions ?? []).length === 0 && isPlain(node) && isRegular(node.selectionSet);
    case Kind.SELECTION_SET:
      return node.selections.every(isRegular);
    case Kind.INLINE_FRAGMENT:
      return isPlain(node) && isRegular(node.selectionSet);
    case Kind.FIELD:
      // This name would set the prototype of the response object.
      if ((node.alias ?? node.name).value === '__proto__') return false;
      return isPlain(node) && (node.selectionSet === undefined || isRegular(node.selectionSet));
    default:
      return node.kind === Kind.FRAGMENT_SPREAD && isPlain(node);
  }
}

function isPlain({ directives = [] }: { readonly directives?: readonly unknown[] | undefined }): boolean {
  return directives.length === 0;
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(hasVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => hasVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
