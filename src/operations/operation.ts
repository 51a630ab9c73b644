import type { GenericSchema } from 'valibot';
import type { GrantClause } from '../auth/catalog.ts';
import type { Effect, NAMING_PRIVILEGES } from '../auth/permit.ts';
import type { InputTypes } from './input-types.ts';
import { describeNeeds } from './needs.ts';
import type { Need, NeedDescription } from './needs.ts';
import type { PermittedWork } from './work.ts';

/**
 * The definition of an operation: all that protocols, policies and documentation know of it. Protocols translate
 * requests into `Raw` and present `Output`; `runOperation` does the rest in this order: parse, check, run.
 */
export interface Operation<Raw, Input, Output> {
  /** Unique; the name in `docs/privileges.md`. */
  readonly name: string;
  readonly effect: Effect;
  /** The shape of its input, for every protocol; parsed once. */
  readonly input: (types: InputTypes) => GenericSchema<Raw, Input>;
  /** All of them must be met before it runs. What it writes beyond its permit, general rules judge as well. */
  readonly needs: Need<Input> | readonly [Need<Input>, ...Need<Input>[]];
  /**
   * Message when none of these grants is held, which follows from `needs`; default: DataHub's general words. `reason`:
   * why the last one is not held, where the message does not get it anyway: see `Denial`.
   */
  readonly denial?:
    ((refused: GrantClause, input: Input, reason: string) => string) | typeof NAMING_PRIVILEGES;
  /** Checks what it refers to and does the work. Sees only what the caller may see. */
  readonly run: (input: Input, work: PermittedWork) => Promise<Output>;
}

/** What documentation says of an operation. */
export interface OperationDescription {
  readonly name: string;
  readonly effect: Effect;
  readonly needs: NeedDescription;
}

export function describeOperation<Raw, Input, Output>({
  name,
  effect,
  needs,
}: Operation<Raw, Input, Output>): OperationDescription {
  return { name, effect, needs: describeNeeds(needs) };
}

/** Defines an operation; the types of its input follow from `input`, whose shapes are built once for each registry. */
export function defineOperation<Raw, Input, Output>(
  operation: Operation<Raw, Input, Output>,
): Operation<Raw, Input, Output> {
  const shapes = new WeakMap<InputTypes, GenericSchema<Raw, Input>>();
  return {
    ...operation,
    input: (types) => {
      const known = shapes.get(types);
      if (known !== undefined) return known;
      const shape = operation.input(types);
      shapes.set(types, shape);
      return shape;
    },
  };
}
