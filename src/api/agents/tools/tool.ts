import type { GenericSchema } from 'valibot';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import type { InputTypes } from '../../../operations/input-types.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { ChangeFilter, ChangePage } from '../../../operations/changes/read-changes.ts';
import type { Answer } from '../shaping/answer.ts';

/** An operation that a tool runs. */
export type BoundOperation = Pick<
  Operation<never, never, unknown>,
  'effect' | 'name' | 'needs' | 'proposing' | 'summary'
>;

/** What a running tool gets. */
export interface ToolCall {
  readonly requester: Requester;
  readonly registry: EntityRegistry;
  readonly maxChars: number;
  /** Cursor of the last answer. */
  readonly cursor: string | undefined;
  /** Items to skip, for a tool that has no cursors. */
  readonly offset?: number;
  /** Highest sequence that this call has committed; undefined: none. */
  committed(): number | undefined;
  /** Holds the request until the page has events or the time is over. */
  waitFor(first: ChangePage, waitMs: number, following: ChangesFollowed): Promise<ChangePage>;
}

/** How to read the next page of changes. */
export interface ChangesFollowed {
  readonly filter: ChangeFilter;
  readonly readOn: (requester: Requester, cursor: string) => Promise<ChangePage>;
}

/** What agents read of a tool. */
export interface ToolText {
  readonly name: string;
  readonly title: string;
  /** At most 400 characters. */
  readonly description: string;
}

/** A tool: operations with a description, an output schema and a presenter. */
export interface Tool extends ToolText {
  /** All operations that it may run; its hints and needs derive from them. */
  readonly operations: readonly [BoundOperation, ...BoundOperation[]];
  readonly input: (types: InputTypes) => GenericSchema<unknown, unknown>;
  readonly output: GenericSchema;
  /** Whether it takes the arguments of every tool, such as `max_chars`. */
  readonly hasCommon: boolean;
  /** Whether it takes the argument `cursor`. */
  readonly hasPages: boolean;
  /** Whether it may remove metadata, although its operations count as writes. */
  readonly mayRemove: boolean;
  /** Whether it writes what cannot be proposed, without a plan. */
  readonly writesAtOnce: boolean;
  run(input: unknown, call: ToolCall): Promise<Answer>;
}

/** Definition of a tool, with the types of its arguments. */
interface ToolDefinition<Raw, Input> extends ToolText, Pick<Tool, 'operations' | 'output'> {
  readonly input: (types: InputTypes) => GenericSchema<Raw, Input>;
  readonly hasPages?: true;
  readonly mayRemove?: true;
  readonly writesAtOnce?: true;
  readonly run: (input: Input, call: ToolCall) => Promise<Answer>;
}

/** Defines a tool. */
export function defineTool<Raw, Input>({
  hasPages,
  mayRemove,
  writesAtOnce,
  run,
  ...tool
}: ToolDefinition<Raw, Input>): Tool {
  return {
    ...tool,
    hasCommon: true,
    hasPages: hasPages === true,
    mayRemove: mayRemove === true,
    writesAtOnce: writesAtOnce === true,
    // The shape has parsed it.
    run: (parsed, call) => run(parsed as Input, call),
  };
}

/** The shape, for its JSON Schema; its values stay as they are. */
function unparsed(shape: GenericSchema): GenericSchema {
  return { ...shape, '~run': (dataset) => ({ typed: true, value: dataset.value, issues: undefined }) };
}

/**
 * Makes a tool of an operation: its arguments are the input of the operation, its answer what `present` makes of the output.
 */
export function toolOf<Raw, Input, Output>(
  operation: Operation<Raw, Input, Output>,
  {
    present,
    ...tool
  }: Omit<ToolDefinition<Raw, Input>, 'input' | 'operations' | 'run'> & {
    readonly present: (output: Output) => Answer;
  },
): Tool {
  return {
    ...tool,
    operations: [operation],
    hasCommon: true,
    hasPages: tool.hasPages === true,
    mayRemove: tool.mayRemove === true,
    writesAtOnce: tool.writesAtOnce === true,
    // The operation parses its input itself.
    input: (types) => unparsed(operation.input(types)),
    run: async (input, { requester }) => present(await requester.run(operation, input as Raw)),
  };
}
