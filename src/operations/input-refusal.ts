import type * as v from 'valibot';
import { because, type Refusal } from '../refusals.ts';
import { choiceRefusal, memberName, preview } from '../util/json/json-input.ts';
import type { JsonValue } from '../util/json.ts';

/** Why a part of an input was refused by a bound or by its words; undefined if its type is wrong. `at`: path or name of the part. */
export function refusalOf(
  { expected, input, requirement, type }: v.BaseIssue<unknown>,
  at: string,
): Refusal | undefined {
  const name = memberName(at);
  const found = input as JsonValue | undefined;
  // The message of `v.check` is a sentence.
  if (expected === null) return because('INPUT_FORMAT', { name, value: preview(found) });
  const bound = Number(requirement);
  switch (type) {
    case 'min_length':
      return because('INPUT_MISSING', { name });
    case 'max_length':
      return typeof input === 'string'
        ? because('TEXT_TOO_LONG', { length: input.length, most: bound })
        : because('LIST_TOO_LONG', { size: sizeOf(input), most: bound });
    case 'min_value':
      return because('INPUT_TOO_SMALL', { name, least: bound });
    case 'max_value':
      return because('INPUT_TOO_LARGE', { name, most: bound });
    case 'picklist':
    case 'literal':
    case 'enum':
    case 'variant':
      return choiceRefusal(at, choicesIn(expected), found);
    default:
      return undefined;
  }
}

/** The words that a shape accepts, from valibot's notation: `("A" | "B")`. */
export function choicesIn(notation: string): readonly string[] {
  return (notation.match(/"[^"]*"/g) ?? []).map((word) => word.slice(1, -1));
}

function sizeOf(input: unknown): number {
  return Array.isArray(input) ? input.length : 0;
}
