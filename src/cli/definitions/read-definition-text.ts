import { readTextFile } from '../arguments/read-text-file.ts';
import type { CommandContext } from '../command-context.ts';
import type { DefinitionText } from '../plans/send-plan.ts';

/** Reads a file of definitions, which the server parses; `-` for standard input. */
export async function readDefinitionText(file: string, context: CommandContext): Promise<DefinitionText> {
  const name = file === '-' ? 'standard input' : file;
  return { yaml: await readTextFile(file, context), name };
}
