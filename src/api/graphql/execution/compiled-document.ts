import {
  BREAK,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  defaultFieldResolver,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  visit,
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
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  type VariableValues,
} from 'graphql';
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
  readonly type: GraphQLObjectType;
  readonly members: Members;
}

/**
 * A valid document; everything that does not depend on the request is compiled. The selections below a field are compiled
 * when its first object is completed: spread fragments can make millions of fields without data. `@skip` and `@include`
 * depend on the request: a document with directives is compiled for each.
 */
export class CompiledDocument {
  readonly #schema: GraphQLSchema;
  readonly #operations: readonly OperationDefinitionNode[];
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  readonly #compiled = new Map<OperationDefinitionNode, CompiledOperation>();
  readonly #hasDirectives: boolean;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    const { definitions } = document;
    this.#operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments[definition.name.value] = definition;
    }
    this.#hasDirectives = hasDirectives(document);
  }

  /** The operation with a name, or the only one. Throws a GraphQLError, in graphql-js' words, if there is none. */
  operation(name: string | undefined): OperationDefinitionNode {
    const [node, other] = this.#operations.filter(
      (found) => name === undefined || found.name?.value === name,
    );
    if (node === undefined) {
      throw new GraphQLError(
        name === undefined ? 'Must provide an operation.' : `Unknown operation named "${name}".`,
      );
    }
    if (other === undefined) return node;
    throw new GraphQLError('Must provide operation name if query contains multiple operations.');
  }

  /** Compiles one of the operations. Throws a GraphQLError if the schema has no such kind of operation. */
  compiled(node: OperationDefinitionNode, variables: VariableValues): CompiledOperation {
    const known = this.#compiled.get(node);
    if (known !== undefined) return known;
    const type = this.#schema.getRootType(node.operation);
    if (!type || node.operation === 'subscription') {
      throw new GraphQLError(`Schema is not configured to execute ${node.operation} operation.`, {
        nodes: node,
      });
    }
    const values = this.#hasDirectives ? variables : undefined;
    const members = new Members(this.#schema, this.#fragments, [node.selectionSet], values);
    const operation = { node, type, members };
    if (!this.#hasDirectives) this.#compiled.set(node, operation);
    return operation;
  }
}

/** The fields selected below a field, by the type of the completed object. */
export class Members {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #selected: readonly SelectionSetNode[];
  readonly #variables: VariableValues | undefined;
  readonly #byType = new Map<GraphQLObjectType, readonly CompiledField[]>();

  /** `variables` are those of the request; undefined if the document has no directives. */
  constructor(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    selected: readonly SelectionSetNode[],
    variables: VariableValues | undefined,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#selected = selected;
    this.#variables = variables;
  }

  /** The fields of an object of a type. Throws a GraphQLError if the condition of a directive has no value. */
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
        if (this.#isExcluded(selection)) continue;
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

  #isExcluded(node: SelectionNode): boolean {
    const variables = this.#variables;
    if (variables === undefined) return false;
    return (
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true ||
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false
    );
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
      resolve: definition.resolve ?? defaultFieldResolver,
      nodes,
      info: selection as GraphQLResolveInfo,
      type: this.#type(definition.type, new Members(this.#schema, this.#fragments, below, this.#variables)),
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

function hasDirectives(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive: () => {
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(hasVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => hasVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
