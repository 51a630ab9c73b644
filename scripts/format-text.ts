import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

// The options that `npm run format` reads.
const options = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '.oxfmtrc.json'), 'utf8'),
) as FormatConfig;

/** Formats a text as `npm run format` formats the file at `path`. Throws if the text cannot be parsed. */
export async function formatText(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
