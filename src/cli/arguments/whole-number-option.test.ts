import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { wholeNumberOption } from './whole-number-option.ts';

function parsed(words: readonly string[], most?: number): unknown {
  const command = new Command().addOption(
    wholeNumberOption('--limit <number>', 'most items', most).default(5),
  );
  return command.parse(words, { from: 'user' }).opts()['limit'];
}

describe('wholeNumberOption', () => {
  it('reads numbers within the bounds, and keeps the default', () => {
    expect(parsed([])).toBe(5);
    expect(parsed(['--limit', '1'])).toBe(1);
    expect(parsed(['--limit=0007'], 7)).toBe(7);
    expect(parsed(['--limit', '999999999999999'])).toBe(999_999_999_999_999);
  });

  it.each(['0', '-1', '1.5', '1e3', '0x10', '', ' 1', 'ten', '١', '9999999999999999'])(
    'refuses %j',
    (text) => {
      const refusal = new UsageError(`--limit must be a whole number from 1, not '${text}'.`);
      expect(() => parsed([`--limit=${text}`])).toThrow(refusal);
    },
  );

  it('names the upper bound', () => {
    const refusal = new UsageError("--limit must be a whole number from 1 to 7, not '8'.");
    expect(() => parsed(['--limit', '8'], 7)).toThrow(refusal);
  });
});
