import { valueFromASTUntyped, type DirectiveNode } from 'graphql';

/**
 * `@from` in the schema files names where the value of a field is stored:
 *
 * - of an object type, `aspect`: each field of an entity that has this type shows this aspect; with `orNameInUrn` also where an
 *   entity lacks the aspect, because its name can be shown
 * - of a field of an entity, `aspect` and `member`: shows a member of this aspect
 * - of a field of a record, `member`: the member with another name, or a path such as `created/time`, or `.` for the record itself
 * - `orNameInUrn`: the name in the urn where the member is missing
 */
export interface Source {
  readonly aspect?: string;
  readonly member?: string;
  readonly orNameInUrn?: boolean;
}

interface Node {
  readonly directives?: readonly DirectiveNode[] | undefined;
}

/** A field or an object type. */
interface Annotated {
  readonly astNode?: Node | null | undefined;
  readonly extensionASTNodes?: readonly Node[];
}

/** The `@from` of a field or type; undefined if it has none. */
export function sourceOf({ astNode, extensionASTNodes = [] }: Annotated): Source | undefined {
  const found = [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
  const from = found.find(({ name }) => name.value === 'from');
  return (
    from &&
    Object.fromEntries(
      (from.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
    )
  );
}
