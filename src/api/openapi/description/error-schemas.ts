import { ERROR_CODES } from '../../../errors.ts';
import { REFUSALS } from '../../../refusals/all-refusals.ts';
import { listOf, objectOf, ref, text, whole, type Node } from './node.ts';

/** Schemas of error responses. */
export const ERROR_SCHEMAS: Readonly<Record<string, Node>> = {
  Error: objectOf(
    {
      error: { ...text, description: 'A short title; of a bad request the message.' },
      message: { ...text, description: 'Sentences for people; programs read `problems`.' },
      problems: {
        ...listOf(ref('schemas', 'Problem')),
        description: 'The failures that the message describes.',
      },
      status: { ...whole, description: 'HTTP status; only with 401.' },
      oldestCursor: { ...text, description: 'Oldest cursor that can still be read; only with 410.' },
    },
    ['error', 'message'],
  ),
  Problem: objectOf(
    {
      code: { ...text, enum: Object.keys(ERROR_CODES) },
      message: { ...text, description: 'Sentences for people; programs read `kind` and `data`.' },
      kind: {
        ...text,
        enum: Object.keys(REFUSALS),
        description:
          'Why it was refused, finer than `code`; absent for what nobody caused. Kinds are never renamed.',
      },
      data: ref('schemas', 'RefusalData'),
      urn: { ...text, format: 'urn', description: 'Entity concerned.' },
      aspectName: text,
      field: {
        ...text,
        description: 'Path of the refused member in the input or, beside `aspectName`, in the aspect.',
      },
      index: { ...whole, minimum: 0, description: 'Position of the refused part in the request, from 0.' },
      property: { ...text, format: 'urn', description: 'Structured property whose value was refused.' },
      line: { ...whole, minimum: 1, description: 'Line of the refused part in a text of the input, from 1.' },
    },
    ['code', 'message'],
  ),
  RefusalData: {
    type: 'object',
    description:
      'Members by name, as the reference of errors lists them for each kind; absent if it has none.',
    additionalProperties: { oneOf: [text, { type: 'number' }, listOf(text)] },
  },
};
