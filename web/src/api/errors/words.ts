import { shorten, withVisibleDirections } from '../../../../src/util/printable.ts';
import type { RefusalName, REFUSALS } from '../../../../src/refusals/all-refusals.ts';
import type { DataType } from '../../../../src/refusals/refusal-kind.ts';
import { entityTypeWord } from '../names/entity-type-label.ts';
import { splitWords } from '../names/split-words.ts';

/** Data of a refusal, as the server sends it. */
export type RefusalData = Readonly<Record<string, unknown>>;

/** Members of the data of a kind that have a type. */
type MemberOf<Data, Type extends DataType> = {
  readonly [Member in keyof Data]: Data[Member] extends Type ? Member : never;
}[keyof Data];

/** Members of the data as words for sentences; absent or mistyped ones become `?` or nothing. */
export interface Words<Text, Count, List> {
  /** A text in quotes, shortened: `‘Gold’`. */
  readonly quoted: (name: Text) => string;
  /** A number with separators: `10,000`. */
  readonly number: (name: Count) => string;
  /** A list of texts: `Gold, Silver`. */
  readonly list: (name: List) => string;
  /** A list of entity types: `datasets, charts`. */
  readonly types: (name: List) => string;
  /** The text of a member. */
  readonly text: (name: Text) => string;
  /** The name of a part of an input in quotes: `‘display name’` for `displayName`; as written if it is a key of a file. */
  readonly part: (name: Text) => string;
}

/** The sentences of kinds of refusals, from their data. */
export type Sentences<Kinds extends RefusalName> = {
  readonly [Kind in Kinds]: (
    words: Words<
      MemberOf<(typeof REFUSALS)[Kind]['data'], 'text'>,
      MemberOf<(typeof REFUSALS)[Kind]['data'], 'number'>,
      MemberOf<(typeof REFUSALS)[Kind]['data'], 'texts'>
    >,
  ) => string;
};

/** Longest quoted text, in UTF-16 units. */
const LONGEST = 60;

export function wordsOf(data: RefusalData): Words<string, string, string> {
  const text = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
  };
  const texts = (name: string): readonly string[] =>
    Array.isArray(data[name]) ? data[name].map((item) => shown(String(item))) : [];
  return {
    text,
    quoted: (name) => `‘${shown(text(name))}’`,
    part: (name) => `‘${shown(partName(text(name)))}’`,
    number: (name) => Number(data[name] ?? 0).toLocaleString('en'),
    list: (name) => texts(name).join(', '),
    types: (name) => texts(name).map(entityTypeWord).join(', '),
  };
}

/** Words for the name of a member in camel case; other names are keys that a person wrote. */
function partName(name: string): string {
  return /^[a-z]+(?:[A-Z][a-z]*)+$/.test(name) ? splitWords(name) : name;
}

/** A name of anybody: on one line, shortened, with visible direction marks. */
function shown(text: string): string {
  return withVisibleDirections(shorten(text.replaceAll(/\s+/g, ' '), LONGEST));
}
