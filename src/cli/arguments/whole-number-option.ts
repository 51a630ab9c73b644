import { Option } from 'commander';
import { UsageError } from '../usage-error.ts';

/** How many digits every whole number has that a double stores exactly. */
const MOST_DIGITS = 15;

/**
 * An option whose value is a whole number from 1 to `most`, or to any number that the server accepts. Parsing throws UsageError for all else.
 *
 * @param flags as Commander takes them: `--limit <number>`
 */
export function wholeNumberOption(flags: string, description: string, most?: number): Option {
  const option = new Option(flags, description);
  const bounds = most === undefined ? 'from 1' : `from 1 to ${most}`;
  return option.argParser((text): number => {
    const value = /^\d+$/.test(text) && text.length <= MOST_DIGITS ? Number(text) : 0;
    if (value >= 1 && value <= (most ?? Infinity)) return value;
    throw new UsageError(`${option.long} must be a whole number ${bounds}, not '${text}'.`);
  });
}
