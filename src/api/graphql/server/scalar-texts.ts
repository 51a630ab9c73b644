import {
  GraphQLBoolean,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { invalidRequest } from '../../../errors.ts';
import { readDecimal } from '../../../util/decimal-number.ts';
import { because } from '../../../refusals.ts';

/**
 * Converts texts in the variables of an operation to the booleans and numbers that the schema expects there, at any depth: clients
 * written for older servers send `negated: "false"` and `start: "0"`. All other values, including invalid ones, stay
 * unchanged.
 */
export function withScalarTexts(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!hasScalarText(variables)) return variables;
  const replaced: Record<string, unknown> = { ...variables };
  for (const { variable, type } of variableDefinitions) {
    const name = variable.name.value;
    const inputType = inputTypeOf(schema, type);
    if (inputType !== undefined && Object.hasOwn(variables, name)) {
      replaced[name] = withScalars(inputType, variables[name]);
    }
  }
  return replaced;
}

function inputTypeOf(schema: GraphQLSchema, node: TypeNode): GraphQLInputType | undefined {
  // The document is validated, so the type of a variable is an input type.
  return typeFromAST(schema, node) as GraphQLInputType | undefined;
}

/** Cheap check that skips the conversion for most requests: few contain such a text. */
function hasScalarText(value: unknown): boolean {
  if (typeof value === 'string') return isFlag(value) || mayBeNumber(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasScalarText);
}

function isFlag(text: string): boolean {
  return text === 'true' || text === 'false';
}

function mayBeNumber(text: string): boolean {
  const read = readDecimal(text);
  return typeof read === 'number' || read.isDecimal;
}

const NUMBER_TYPES = ['Int', 'Float', 'Long'];

function withScalars(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return withScalars(type.ofType, value);
  if (isScalarType(type)) return typeof value === 'string' ? scalarOf(type.name, value) : value;
  if (isListType(type)) {
    return Array.isArray(value)
      ? value.map((element) => withScalars(type.ofType, element))
      : withScalars(type.ofType, value);
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? member : withScalars(field.type, member)];
    }),
  );
}

/** The value of a text where a scalar is expected. Throws INVALID_REQUEST for a number that would be rounded. */
function scalarOf(typeName: string, text: string): unknown {
  if (typeName === GraphQLBoolean.name) return isFlag(text) ? text === 'true' : text;
  if (!NUMBER_TYPES.includes(typeName)) return text;
  const read = readDecimal(text);
  if (typeof read === 'number') return read;
  if (read.isDecimal)
    throw invalidRequest(read.problem, undefined, because('INPUT_TYPE', { name: 'number', type: 'number' }));
  return text;
}
