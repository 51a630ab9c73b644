import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** A GraphQL type with the names of its members that a document can use. */
export interface TypeNames {
  readonly name: string;
  readonly kind: string;
  /** Interfaces of an object type or an interface; members of a union. */
  readonly related: readonly string[];
  /** Fields, members of an input, values of an enum. Arguments follow a field as in `field(first,second)`. */
  readonly members: readonly string[];
}

/** Names of these types and their members, sorted by type name. */
export function namesOfTypes(types: readonly GraphQLNamedType[]): readonly TypeNames[] {
  return types
    .filter((type) => !type.name.startsWith('__') && !isScalarType(type))
    .map(namesOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function namesOf(type: GraphQLNamedType): TypeNames {
  const { name } = type;
  if (isUnionType(type)) {
    return { name, kind: 'union', related: sorted(type.getTypes()), members: [] };
  }
  if (isEnumType(type)) return { name, kind: 'enum', related: [], members: sorted(type.getValues()) };
  if (isInputObjectType(type)) {
    return { name, kind: 'input', related: [], members: sorted(Object.values(type.getFields())) };
  }
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${name} has an unknown kind.`);
  const members = Object.values(type.getFields()).map((field) =>
    field.args.length === 0 ? field.name : `${field.name}(${sorted(field.args).join()})`,
  );
  return {
    name,
    kind: isObjectType(type) ? 'type' : 'interface',
    related: sorted(type.getInterfaces()),
    members: members.toSorted(),
  };
}

function sorted(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name).toSorted();
}

/** Formats a type as one line: `type Dataset (Entity): urn aspects(input)`. */
export function toLine({ kind, members, name, related }: TypeNames): string {
  const head = [kind, name, ...(related.length === 0 ? [] : [`(${related.join(' ')})`])].join(' ');
  return [`${head}:`, ...members].join(' ');
}

/** Parses a line that `toLine` wrote. Throws on other lines. */
export function fromLine(line: string): TypeNames {
  const found = /^(?<kind>\w+) (?<name>\w+)(?: \((?<related>[^)]*)\))?:(?<members>.*)$/.exec(line)?.groups;
  if (found === undefined) throw new Error(`Not a line of names: ${line}`);
  const { kind = '', members = '', name = '', related } = found;
  return { kind, name, related: words(related), members: words(members) };
}

function words(text: string | undefined): readonly string[] {
  return (text ?? '').split(' ').filter((word) => word !== '');
}

/**
 * Lists each name of a type separately: `type Dataset`, `Dataset.aspects`, `Dataset.aspects(input:)`, `Dataset implements Entity`,
 * `ResolvedActor includes CorpUser`. The kind is a part of the name of a type.
 */
export function coordinates({ kind, members, name, related }: TypeNames): readonly string[] {
  const relation = kind === 'union' ? 'includes' : 'implements';
  return [
    `${kind} ${name}`,
    ...related.map((other) => `${name} ${relation} ${other}`),
    ...members.flatMap((member) => {
      const [field = '', args] = member.replace(')', '').split('(');
      const names = args?.split(',') ?? [];
      return [`${name}.${field}`, ...names.map((argument) => `${name}.${field}(${argument}:)`)];
    }),
  ];
}

/** The types that a document can use: those reachable from the root types. */
export function reachableTypes(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const reached = new Set<GraphQLNamedType>();
  for (const root of [schema.getQueryType(), schema.getMutationType()]) if (root) reached.add(root);
  // Iterating a Set includes elements added meanwhile.
  for (const type of reached) for (const other of neighbours(type, schema)) reached.add(other);
  return [...reached];
}

function neighbours(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLNamedType[] {
  if (isUnionType(type)) return type.getTypes();
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields()).flatMap((field) => [field, ...field.args]);
  const implementations = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return [...fields.map((field) => getNamedType(field.type)), ...type.getInterfaces(), ...implementations];
}
