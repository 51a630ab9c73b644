import type { RefusalKind } from './refusal-kind.ts';

/** Refusals of malformed input, of any operation. `name` is the refused member, as its sender wrote it. */
export const INPUT_REFUSALS = {
  INPUT_MISSING: { when: 'A required member is missing or empty.', data: { name: 'text' } },
  INPUT_TYPE: {
    when: 'A value has the wrong JSON type; `type` is `string`, `number`, `integer`, `boolean`, `array` or `object`.',
    data: { name: 'text', type: 'text' },
  },
  INPUT_CHOICE: {
    when: 'A value is not one of the possible ones; lists the first ten.',
    data: { name: 'text', value: 'text', allowed: 'texts' },
  },
  INPUT_FORMAT: {
    when: 'A value does not have the required form, such as that of a date, a time zone or an address.',
    data: { name: 'text', value: 'text' },
  },
  INPUT_UNKNOWN: {
    when: 'The input has an unknown member; `closest` is the most similar known one, or empty.',
    data: { name: 'text', closest: 'text' },
  },
  INPUT_TOO_SMALL: { when: 'A number is too small.', data: { name: 'text', least: 'number' } },
  INPUT_TOO_LARGE: { when: 'A number is too large.', data: { name: 'text', most: 'number' } },
  INPUT_RANGE: {
    when: 'A number is outside its bounds.',
    data: { name: 'text', value: 'text', least: 'number', most: 'number' },
  },
  INPUT_VALUE: {
    when: 'A value of a GraphQL argument or variable does not have its type, such as `Int`.',
    data: { name: 'text', value: 'text', type: 'text' },
  },
  DOCUMENT_INVALID: {
    when: 'A GraphQL document has a syntax error; positions count from 1.',
    data: { line: 'number', column: 'number' },
  },
  DOCUMENT_FIELD_UNKNOWN: {
    when: 'A GraphQL type has no such field; `closest` is the most similar one, or empty.',
    data: { name: 'text', type: 'text', closest: 'text' },
  },
  DOCUMENT_UNFIT: {
    when: 'A GraphQL document does not fit the schema otherwise; `name` is what the message names first.',
    data: { name: 'text' },
  },
  INPUT_REPEATED: { when: 'A list has an element twice.', data: { name: 'text' } },
  INPUT_EXCLUDES: {
    when: 'Members exclude each other, or are not possible for this request.',
    data: { names: 'texts' },
  },
  INPUT_DIFFERS: {
    when: 'Members that must agree name different things.',
    data: { names: 'texts' },
  },
  REQUEST_TOO_LARGE: { when: 'The request is too large, or its parts are.', data: { most: 'number' } },
  JSON_INVALID: { when: 'A text is not valid JSON, or too deeply nested.', data: {} },
  CONNECTION_CUT: { when: 'The request did not arrive whole.', data: {} },
  VALUE_IGNORED: { when: 'A strict request has a value that would be ignored.', data: {} },
  CURSOR_INVALID: { when: 'The cursor or scroll id is invalid or has expired.', data: {} },
  ENTITY_MISSING: {
    when: 'The entity does not exist, or the caller may not see it; `name` is the key of its urn.',
    data: { entityType: 'text', name: 'text' },
  },
  COLUMN_MISSING: { when: 'The dataset has no such column.', data: { column: 'text' } },
  ALREADY_EXISTS: { when: 'It exists already and may not be overwritten.', data: {} },
  ENTITY_TYPE_UNKNOWN: {
    when: 'The entity type does not exist; `closest` is the most similar name, or empty.',
    data: { name: 'text', closest: 'text' },
  },
  ENTITY_TYPE_WRONG: {
    when: 'An entity of another type is required.',
    data: { entityType: 'text', entityTypes: 'texts' },
  },
  ENTITY_TYPE_UNFIT: {
    when: 'Entities of this type cannot have it.',
    data: { entityType: 'text' },
  },
  ASPECT_UNKNOWN: { when: 'The entity type has no such aspect.', data: { name: 'text' } },
  ASPECT_INVALID: {
    when: 'A value does not fit the schema of its aspect; the problem has the field.',
    data: {},
  },
  FIELD_UNKNOWN: { when: 'The search field does not exist, or does not fit.', data: { name: 'text' } },
  NOT_SUPPORTED: { when: 'The server, as configured, does not support the request.', data: {} },
} as const satisfies Readonly<Record<string, RefusalKind>>;
