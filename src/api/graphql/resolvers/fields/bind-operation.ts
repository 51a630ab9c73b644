import { declare } from '../../../../operations/operation.ts';
import type { Declaration, Declared, Operation } from '../../../../operations/operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { inputPreview, withRootCause } from './wrapped-error.ts';

/** How a field of `Mutation` that is bound to an operation answers. */
export interface Binding<Args, Raw, Output, Result> {
  /** What the field answers. */
  readonly present: (output: Output, context: GraphqlContext) => Result;
  /**
   * Start of the message when the operation fails, in DataHub's words; default: with a preview of the arguments. Null:
   * only the cause is told.
   */
  readonly failed?: ((args: Args, raw: Raw) => string) | null;
}

/** A resolver that runs an operation. */
export interface BoundResolver<Args, Result> {
  (root: unknown, args: Args, context: GraphqlContext): Promise<Result>;
  readonly declared: Declaration;
}

/** Resolver of a field of `Mutation`: translates its arguments into the input of an operation and runs it. */
export function bind<Args extends object, Raw, Input, Output, Result>(
  operation: Operation<Raw, Input, Output>,
  translate: (args: Args, context: GraphqlContext) => Raw,
  { present, failed = (args) => failedUpdate(args) }: Binding<Args, Raw, Output, Result>,
): BoundResolver<Args, Result> {
  const resolve = async (_root: unknown, args: Args, context: GraphqlContext): Promise<Result> => {
    if (failed === null) return present(await context.run(operation, translate(args, context)), context);
    const raw = await withRootCause(
      () => failedUpdate(args),
      () => Promise.resolve().then(() => translate(args, context)),
    );
    return withRootCause(
      () => failed(args, raw),
      async () => present(await context.run(operation, raw), context),
    );
  };
  return Object.assign(resolve, { declared: declare(operation) });
}

/** Resolver of a field of `Query`, with the operations that it runs. */
export function answeredBy<Resolve extends object>(
  runs: Declared,
  resolve: Resolve,
): Resolve & { readonly declared: Declaration } {
  return Object.assign(resolve, { declared: declare(runs) });
}

/** A field that answers `true`. */
export const DONE = { present: (): true => true };

/** Start of the message of a failed update, in DataHub's words: with a preview of the input. */
export function failedUpdate(args: object): string {
  const input = 'input' in args && typeof args.input === 'object' ? args.input : undefined;
  return `Failed to perform update against input ${inputPreview(input ?? args)}`;
}
