import { GraphQLBoolean, isInputObjectType, isListType, isNonNullType, typeFromAST } from 'graphql';
import type { DocumentNode, GraphQLInputType, GraphQLSchema, TypeNode } from 'graphql';

/**
 * Converts the texts `"true"` and `"false"` in variables to booleans where the schema expects a Boolean: DataHub's
 * older clients send `negated: "false"`. All other values, including invalid ones, stay unchanged.
 */
export function withBooleanTexts(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!hasBooleanText(variables)) return variables;
  const replaced: Record<string, unknown> = { ...variables };
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const name = variable.name.value;
      const inputType = inputTypeOf(schema, type);
      if (inputType !== undefined && Object.hasOwn(variables, name)) {
        replaced[name] = withBooleans(inputType, variables[name]);
      }
    }
  }
  return replaced;
}

function inputTypeOf(schema: GraphQLSchema, node: TypeNode): GraphQLInputType | undefined {
  // The document is validated, so the type of a variable is an input type.
  return typeFromAST(schema, node) as GraphQLInputType | undefined;
}

/** Cheap check that skips the conversion for most requests: few contain such a text. */
function hasBooleanText(value: unknown): boolean {
  if (value === 'true' || value === 'false') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBooleanText);
}

function withBooleans(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return withBooleans(type.ofType, value);
  if (type === GraphQLBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  if (isListType(type)) {
    return Array.isArray(value)
      ? value.map((element) => withBooleans(type.ofType, element))
      : withBooleans(type.ofType, value);
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? member : withBooleans(field.type, member)];
    }),
  );
}
