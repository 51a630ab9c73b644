import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { memberDescriptions } from '../../../../operations/input-schema.ts';
import type { BoundResolver, DerivedInput } from './bind-operation.ts';

/** A member of an input: an argument, or a field of an input type. */
type InputPart = GraphQLArgument | GraphQLInputField;

/** A field of `Mutation` whose arguments are the input of an operation as they are. */
interface DerivedField extends DerivedInput {
  readonly name: string;
  /** Members by their paths in the shape of the operation, such as `settings.isHidden`. */
  readonly members: ReadonlyMap<string, InputPart>;
}

/** Gives what derived fields take the sentences of their operations, unless the schema describes it itself. */
export function describeInputs(schema: GraphQLSchema, resolvers: object): void {
  for (const { members, operation } of derivedFields(schema, resolvers)) {
    const sentences = memberDescriptions(operation);
    for (const [path, member] of members) member.description ??= sentences.get(path);
  }
}

/** The derived fields of a schema. `resolvers`: those of `Mutation`. */
export function derivedFields(schema: GraphQLSchema, resolvers: object): readonly DerivedField[] {
  const fields = schema.getMutationType()?.getFields() ?? {};
  return Object.entries(resolvers as Readonly<Record<string, BoundResolver<never, unknown>>>).flatMap(
    ([name, { derived }]) => {
      const { args } = fields[name] ?? {};
      return derived && args ? [{ ...derived, name, members: membersOf(args, derived.from) }] : [];
    },
  );
}

function membersOf(args: readonly GraphQLArgument[], from: DerivedInput['from']): DerivedField['members'] {
  const outer = args.flatMap((arg): readonly InputPart[] => {
    if (from === 'arguments') return [arg];
    if (arg.name === 'input') return fieldsOf(arg);
    return from === 'input' ? [] : [arg];
  });
  return new Map(outer.flatMap((member) => withParts(member, member.name)));
}

function withParts(member: InputPart, path: string): readonly (readonly [string, InputPart])[] {
  return [[path, member], ...fieldsOf(member).flatMap((field) => withParts(field, `${path}.${field.name}`))];
}

/** The fields of the type of a member, or of the elements of its list. */
function fieldsOf({ type }: InputPart): readonly GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}
