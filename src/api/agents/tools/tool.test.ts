import { expect, it } from 'vitest';
import { getAccessToken } from '../../../operations/tokens/get-access-token.ts';
import { answerOf, text } from './outputs.ts';
import { toolJson } from './tool-json.ts';
import { toolOf } from './tool.ts';

it('an operation becomes a tool, with its input and its effect', () => {
  const tool = toolOf(getAccessToken, {
    name: 'get_token',
    title: 'Get a token',
    description: 'A token.',
    output: answerOf({ name: text }),
    present: ({ name }) => ({ body: { name } }),
  });
  expect(toolJson(tool)).toMatchObject({
    name: 'get_token',
    inputSchema: {
      properties: { id: { type: 'string' }, max_chars: { default: 20_000 } },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: { required: ['name', 'sequence'] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });
});
