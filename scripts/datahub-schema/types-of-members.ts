import { isInputObjectType, isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql';

/** The type of each field, argument and member of an input of these types, by name. */
export function typesOfMembers(types: readonly GraphQLNamedType[]): ReadonlyMap<string, string> {
  return new Map(types.flatMap(membersOf));
}

function membersOf(type: GraphQLNamedType): readonly (readonly [string, string])[] {
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, String(field.type)]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const at = `${type.name}.${field.name}`;
    const ofArguments = field.args.map((one) => [`${at}(${one.name}:)`, String(one.type)] as const);
    return [[at, String(field.type)] as const, ...ofArguments];
  });
}
