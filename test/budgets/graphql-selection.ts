import {
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** Nesting of a selection: as deep as the page of an entity. */
const DEPTH = 4;
/** Fields that return other entities or start their own searches. */
const ELSEWHERE = /^(entities|relationships|lineage|children|parent\w*|search\w*|browse\w*)$/;

/** A selection of all fields of an entity type without required arguments, as deep as pages. */
export function selectionOf(schema: GraphQLSchema, typeName: string): string | undefined {
  const type = schema.getType(typeName);
  return isObjectType(type) ? fieldsOf(type, DEPTH, new Set([type])) : undefined;
}

function fieldsOf(type: GraphQLObjectType, depth: number, entered: ReadonlySet<GraphQLObjectType>): string {
  const names = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument) || ELSEWHERE.test(field.name)) return [];
    const of = getNamedType(field.type);
    if (isLeafType(of)) return [field.name];
    if (!isObjectType(of) || depth === 1 || entered.has(of)) return [];
    const inner = fieldsOf(of, depth - 1, new Set([...entered, of]));
    return inner === '' ? [] : [`${field.name} { ${inner} }`];
  });
  return names.join(' ');
}
