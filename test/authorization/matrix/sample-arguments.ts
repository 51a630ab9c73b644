import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';

/** A valid value: only required members, with strings from `text`. */
export function sampleOf(type: GraphQLInputType, text: (name: string) => string, name = ''): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, text, name);
  if (isListType(type)) return [sampleOf(type.ofType, text, name)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type, text, field.name)]));
  }
  if (isScalarType(type) && type.name === 'Boolean') return true;
  return isScalarType(type) && ['Int', 'Float', 'Long'].includes(type.name) ? 1 : text(name);
}

/** A request for one field of an operation type, with its required arguments. */
export function sampleRequest(
  operation: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  text: (name: string) => string,
): { readonly query: string; readonly variables: Record<string, unknown> } {
  const args = field.args.filter((argument) => isNonNullType(argument.type));
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const call = args.length === 0 ? field.name : `${field.name}(${passed})`;
  return {
    query: `${operation} q${declared === '' ? '' : `(${declared})`} { ${call} ${selection(field.type)} }`,
    variables: Object.fromEntries(args.map(({ name, type }) => [name, sampleOf(type, text, name)])),
  };
}

function selection(type: GraphQLOutputType): string {
  return isCompositeType(getNamedType(type)) ? '{ __typename }' : '';
}
