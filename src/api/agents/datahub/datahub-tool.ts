import * as v from 'valibot';
import { list } from '../../../operations/input-types.ts';
import { described, objectOf } from '../../../operations/shapes.ts';
import type { Answer } from '../shaping/answer.ts';
import { answerOf, count, text } from '../tools/outputs.ts';
import type { Tool, ToolCall } from '../tools/tool.ts';

/** Members of the answers; each tool has some, and further ones. */
const OUTPUT = answerOf({
  total: v.optional(count),
  searchResults: v.optional(v.array(v.looseObject({}))),
  success: v.optional(v.boolean()),
  message: v.optional(text),
  edit: v.optional(count),
});

/** A tool with the name, the arguments and the answer of one of DataHub's. */
export function datahubTool<const Members extends v.ObjectEntries>({
  members,
  run,
  ...tool
}: Pick<Tool, 'description' | 'name' | 'operations'> & {
  readonly members: Members;
  readonly run: (input: v.InferOutput<v.ObjectSchema<Members, undefined>>, call: ToolCall) => Promise<Answer>;
}): Tool {
  return {
    ...tool,
    title: tool.name.replaceAll('_', ' '),
    input: () => objectOf(members),
    output: OUTPUT,
    hasCommon: false,
    hasPages: false,
    mayRemove: /^(?:remove|set|update)_/.test(tool.name),
    writesAtOnce: false,
    // The shape has parsed it.
    run: (parsed, call) => run(parsed as Parameters<typeof run>[0], call),
  };
}

/** A list that is not empty. */
export function filled<Raw, Item>(
  sentence: string,
  item: v.GenericSchema<Raw, Item>,
  most: number,
): v.GenericSchema<readonly Raw[], readonly Item[]> {
  const what = `a list of 1 to ${most} elements`;
  const shape = v.pipe(list(item), v.minLength(1, what), v.maxLength(most, what));
  return described(sentence, shape as v.GenericSchema<readonly Raw[], readonly Item[]>);
}
