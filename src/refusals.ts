import type { REFUSALS, RefusalName } from './refusals/all-refusals.ts';
import type { DataType } from './refusals/refusal-kind.ts';

interface Members {
  readonly text: string;
  readonly number: number;
  readonly texts: readonly string[];
}

/** Data of a kind of refusal. */
export type RefusalData<Name extends RefusalName> = {
  readonly [
    Member in keyof (typeof REFUSALS)[Name]['data']
  ]: Members[(typeof REFUSALS)[Name]['data'][Member] & DataType];
};

/** Why something was refused, as data. */
export interface Refusal {
  readonly kind: RefusalName;
  /** Members by name; absent: the kind has none. */
  readonly data?: Readonly<Record<string, string | number | readonly string[]>> | undefined;
}

/** The refusal of something that need not have a kind. */
export type OptionalRefusal = { readonly [Member in keyof Refusal]?: Refusal[Member] | undefined };

/** Maximum length of a text in the data of a refusal, in UTF-16 units. */
const LONGEST_TEXT = 60;
/** Maximum elements of a list in the data of a refusal. */
export const MOST_LISTED = 10;

/** A refusal of a kind. Truncates texts to 60 characters and lists to 10 elements. */
export function because<Name extends RefusalName>(
  kind: Name,
  ...[data]: keyof (typeof REFUSALS)[Name]['data'] extends never ? [] : [data: RefusalData<Name>]
): Refusal {
  if (data === undefined) return { kind };
  const members = Object.entries<Members[DataType]>(data).map(([name, value]) => [name, bounded(value)]);
  return { kind, data: Object.fromEntries(members) as NonNullable<Refusal['data']> };
}

function bounded(value: Members[DataType]): Members[DataType] {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? shortened(value) : value.slice(0, MOST_LISTED).map(shortened);
}

function shortened(text: string): string {
  const characters = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return characters.toWellFormed();
}
