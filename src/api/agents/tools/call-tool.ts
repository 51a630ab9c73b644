import { CatalogError } from '../../../errors.ts';
import { inputTypesOf } from '../../../operations/input-types.ts';
import { readInput } from '../../../operations/shapes.ts';
import { within } from '../../../util/concurrency/within.ts';
import type { JsonObject } from '../../../util/json.ts';
import { fitAnswer, type FittedAnswer } from '../shaping/fit-answer.ts';
import { withInvisible, convertTexts } from '../shaping/visible-text.ts';
import { refuseDatahubWords } from '../datahub/datahub-words.ts';
import type { Tool, ToolCall } from './tool.ts';
import { MOST_CHARS } from './shapes.ts';
import { COMMON_ARGUMENTS, PAGED_ARGUMENTS } from './tool-json.ts';

/** What a call gets besides the arguments. */
export interface CallContext extends Pick<ToolCall, 'registry' | 'requester' | 'waitFor'> {
  /** Sequence of the last commit that reads include. */
  readonly position: () => number;
  /** Resolves when reads include the sequence. */
  readonly reach: (sequence: number) => Promise<void>;
  /** Highest sequence that this request has committed; undefined: none. */
  readonly committed: () => number | undefined;
  /** Warnings about the content of the request. */
  readonly warnings: () => readonly string[];
}

/** Maximum time, in ms, to wait for a sequence. */
const PATIENCE = 10_000;

/**
 * Runs a tool with the arguments of a client, and fits the answer into its budget. Throws CatalogError: INVALID_REQUEST for
 * malformed arguments and for names that the search does not know, unless something was written.
 */
export async function callTool(tool: Tool, sent: JsonObject, context: CallContext): Promise<FittedAnswer> {
  const { committed, position, reach, registry, requester, waitFor, warnings } = context;
  if (tool.hasCommon) refuseDatahubWords(sent);
  const { after, cursor, max_chars: maxChars } = tool.hasCommon ? readCommon(tool, sent) : NO_COMMON;
  const others = ownArguments(tool, convertTexts(sent, withInvisible) as JsonObject);
  const shape = tool.input(inputTypesOf(registry));
  const input = readInput(shape, others, 'The arguments object');
  if (after !== undefined) await within(PATIENCE, reach(after), () => lateFor(after));
  const before = position();
  const answer = await tool.run(input, { requester, registry, maxChars, cursor, waitFor, committed });
  const [warning] = warnings();
  // What is written stays written: its answer must not look like a refusal.
  if (warning !== undefined && committed() === undefined) throw new CatalogError('INVALID_REQUEST', warning);
  return fitAnswer(answer, committed() ?? before, maxChars);
}

interface CommonArguments {
  readonly max_chars: number;
  readonly after: number | undefined;
  readonly cursor?: string | undefined;
}

/** Without the common arguments: the longest answer. */
const NO_COMMON: CommonArguments = { max_chars: MOST_CHARS, after: undefined };

function ownArguments({ hasCommon }: Tool, sent: JsonObject): JsonObject {
  if (!hasCommon) return sent;
  const { after: _after, cursor: _cursor, max_chars: _chars, ...others } = sent;
  return others;
}

function readCommon({ hasPages }: Tool, { after, cursor, max_chars }: JsonObject): CommonArguments {
  const sent = { after, max_chars, ...(cursor !== undefined && { cursor }) };
  return readInput<CommonArguments>(
    hasPages ? PAGED_ARGUMENTS : COMMON_ARGUMENTS,
    sent,
    'The arguments object',
  );
}

function lateFor(sequence: number): CatalogError {
  return new CatalogError(
    'TIMEOUT',
    `Sequence ${sequence} is not visible here within ${PATIENCE / 1000} s. Try again, or omit after.`,
  );
}
