import type { INPUT_REFUSALS } from '../../../../src/refusals/input-refusals.ts';
import { entityTypeLabel, entityTypeWord } from '../names/entity-type-label.ts';
import type { Sentences } from './words.ts';

/** What a refusal of malformed input means. */
export const INPUT_WORDS: Sentences<keyof typeof INPUT_REFUSALS> = {
  INPUT_MISSING: ({ part }) => `${part('name')} is missing. Fill it in.`,
  INPUT_TYPE: ({ part, text }) => `${part('name')} must be ${typeWord(text('type'))}.`,
  INPUT_CHOICE: ({ list, part, quoted }) =>
    `${quoted('value')} is not possible for ${part('name')}. Use one of these: ${list('allowed')}.`,
  INPUT_FORMAT: ({ part, quoted }) =>
    `${quoted('value')} cannot be used for ${part('name')}. Check how it is written.`,
  INPUT_UNKNOWN: ({ quoted, text }) =>
    text('closest') === ''
      ? `There is no ${quoted('name')}. Remove it, or check its spelling.`
      : `There is no ${quoted('name')}. Use ${quoted('closest')}.`,
  INPUT_TOO_SMALL: ({ number, part }) => `${part('name')} must be at least ${number('least')}.`,
  INPUT_TOO_LARGE: ({ number, part }) => `${part('name')} must be at most ${number('most')}.`,
  INPUT_RANGE: ({ number, part }) =>
    `${part('name')} must be between ${number('least')} and ${number('most')}.`,
  INPUT_VALUE: ({ part, quoted }) =>
    `${quoted('value')} cannot be used for ${part('name')}. Check how it is written.`,
  DOCUMENT_INVALID: ({ number }) =>
    `The query cannot be read from line ${number('line')}, character ${number('column')} on. Check its braces and quotes.`,
  DOCUMENT_FIELD_UNKNOWN: ({ quoted, text }) =>
    text('closest') === ''
      ? `There is no field ${quoted('name')} here. Reload the page.`
      : `There is no field ${quoted('name')} here. Use ${quoted('closest')}.`,
  DOCUMENT_UNFIT: () => 'The query does not fit this server. Reload the page.',
  INPUT_REPEATED: ({ quoted }) => `${quoted('name')} is listed twice. Remove one.`,
  INPUT_EXCLUDES: ({ list }) => `These are not possible together: ${list('names')}. Keep one.`,
  INPUT_DIFFERS: ({ list }) =>
    `These must agree, but they differ: ${list('names')}. Keep one, or make them equal.`,
  REQUEST_TOO_LARGE: () => 'This is too much for one request. Do it in smaller parts.',
  JSON_INVALID: () => 'This is not valid JSON. Check quotes, commas and brackets.',
  CONNECTION_CUT: () => 'The connection was interrupted. Try again.',
  VALUE_IGNORED: () => 'A part of this would be ignored. Reload the page and try again.',
  CURSOR_INVALID: () => 'This list has changed since. Load it again from the beginning.',
  ENTITY_MISSING: ({ quoted, text }) =>
    `The ${entityTypeWord(text('entityType'))} ${quoted('name')} does not exist, or you don’t have access to it.`,
  COLUMN_MISSING: ({ quoted }) => `The column ${quoted('column')} does not exist. Reload the page.`,
  ALREADY_EXISTS: () => 'This exists already. Reload the page and change it there.',
  ENTITY_TYPE_UNKNOWN: ({ quoted, text }) =>
    text('closest') === ''
      ? `There is no type of asset ${quoted('name')}. Check its spelling.`
      : `There is no type of asset ${quoted('name')}. Use ${quoted('closest')}.`,
  ENTITY_TYPE_WRONG: ({ text, types }) =>
    `A ${entityTypeWord(text('entityType'))} is not possible here. Choose one of these types: ${types('entityTypes')}.`,
  ENTITY_TYPE_UNFIT: ({ text }) => `${entityTypeLabel(text('entityType'))} entities cannot have this.`,
  ASPECT_UNKNOWN: () => 'Entities of this type do not have this part. Reload the page.',
  ASPECT_INVALID: () => 'A value does not fit. Check what you entered.',
  FIELD_UNKNOWN: ({ quoted }) => `The search cannot use the field ${quoted('name')}. Remove its filter.`,
  NOT_SUPPORTED: () => 'This server is not set up for this. Ask an administrator.',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of names and values',
  objects: 'a list of groups of names and values',
};

function typeWord(type: string): string {
  return TYPES[type] ?? 'of another type';
}
