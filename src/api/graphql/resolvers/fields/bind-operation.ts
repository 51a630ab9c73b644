import {
  declare,
  type Declaration,
  type Declared,
  type Operation,
} from '../../../../operations/operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';

/** How a `Mutation` field that is bound to an operation makes its result. */
export interface Binding<Output, Result> {
  /** Makes the result of the field from the output. */
  readonly present: (output: Output, context: GraphqlContext) => Result;
}

/** A resolver that runs an operation. */
export interface BoundResolver<Args, Result> {
  (root: unknown, args: Args, context: GraphqlContext): Promise<Result>;
  readonly declared: Declaration;
  /** Absent: the resolver translates its arguments. */
  readonly derived?: DerivedInput;
}

/** The arguments of a field that are the input of an operation as they are. */
export interface DerivedInput {
  readonly operation: Pick<Operation<never, unknown, unknown>, 'input'>;
  /** All arguments, the argument `input`, or `urn` and the members of `input`. */
  readonly from: 'arguments' | 'input' | 'urn and input';
}

/** Resolver of a field of `Mutation`: translates its arguments into the input of an operation and runs it. */
export function bind<Args extends object, Raw, Input, Output, Result>(
  operation: Operation<Raw, Input, Output>,
  translate: (args: Args, context: GraphqlContext) => Raw,
  { present }: Binding<Output, Result>,
): BoundResolver<Args, Result> {
  const resolve = async (_root: unknown, args: Args, context: GraphqlContext): Promise<Result> =>
    present(await context.run(operation, translate(args, context)), context);
  return Object.assign(resolve, { declared: declare(operation) });
}

/** Resolver of a field whose arguments are the input of an operation; the compiler proves it. */
export function ofArguments<Raw extends object, Input, Output, Result>(
  operation: Operation<Raw, Input, Output>,
  binding: Binding<Output, Result>,
): BoundResolver<Raw, Result> {
  return derive('arguments', operation, (args: Raw) => args, binding);
}

/** Resolver of a field whose argument `input` is the input of an operation; the compiler proves it. */
export function ofInput<Raw extends object, Input, Output, Result>(
  operation: Operation<Raw, Input, Output>,
  binding: Binding<Output, Result>,
): BoundResolver<{ readonly input: Raw }, Result> {
  return derive('input', operation, ({ input }: { readonly input: Raw }) => input, binding);
}

/** Resolver of a field whose arguments `urn` and `input` are together the input of an operation; the compiler proves it. */
export function ofUrnAndInput<
  Raw extends { readonly urn?: string | null | undefined },
  Input,
  Output,
  Result,
>(
  operation: Operation<Raw, Input, Output>,
  binding: Binding<Output, Result>,
): BoundResolver<Pick<Raw, 'urn'> & { readonly input: Omit<Raw, 'urn'> }, Result> {
  return derive(
    'urn and input',
    operation,
    // `Raw` is the urn plus the other members.
    ({ urn, input }: Pick<Raw, 'urn'> & { readonly input: Omit<Raw, 'urn'> }) => ({ ...input, urn }) as Raw,
    binding,
  );
}

function derive<Args extends object, Raw, Input, Output, Result>(
  from: DerivedInput['from'],
  operation: Operation<Raw, Input, Output>,
  translate: (args: Args) => Raw,
  binding: Binding<Output, Result>,
): BoundResolver<Args, Result> {
  return Object.assign(bind(operation, translate, binding), { derived: { operation, from } });
}

/** Resolver of a field of `Query`, with the operations that it runs. */
export function answeredBy<Resolve extends object>(
  runs: Declared,
  resolve: Resolve,
): Resolve & { readonly declared: Declaration } {
  return Object.assign(resolve, { declared: declare(runs) });
}

/** Binding of a field that returns `true`. */
export const DONE = { present: (): true => true };
