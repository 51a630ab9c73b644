import { describe, expect, it } from 'vitest';
import { DEFAULT_JSON_LIMITS } from '../../../util/json/json-scan.ts';
import { parseBody } from './request-body.ts';

describe('parseBody', () => {
  it('reads query, variables and operation name', async () => {
    const text = '{"query":"{a}","variables":{"x":1},"operationName":"q"}';
    expect(await parseBody(text, DEFAULT_JSON_LIMITS)).toEqual({
      query: '{a}',
      variables: { x: 1 },
      operationName: 'q',
      length: text.length,
    });
  });

  it.each(['{"query":"{a}"}', '{"query":"{a}","variables":null,"operationName":null,"extensions":null}'])(
    'treats null as absent: %s',
    async (text) => {
      expect(await parseBody(text, DEFAULT_JSON_LIMITS)).toEqual({
        query: '{a}',
        variables: {},
        operationName: undefined,
        length: text.length,
      });
    },
  );

  it.each([
    ['', 'The request has no body'],
    [' ', 'The request has no body'],
    ['no json', 'Malformed JSON: '],
    ['{"query":"{a}"', 'Malformed JSON: '],
    ['"text"', 'must be an object with "query", but it is "text"'],
    ['null', 'but it is null'],
    ['{}', '"query" must be the text of a GraphQL document, but it is missing'],
    ['{"query":null}', 'but it is null'],
    ['{"query":1}', 'but it is 1'],
    ['[]', 'The body is a list'],
    ['[{"query":"{a}"}]', 'Send an object with "query"'],
    ['{"query":"{a}","variables":[]}', '"variables" must be an object or null'],
    ['{"query":"{a}","variables":"{}"}', '"variables" must be an object or null'],
    ['{"query":"{a}","extensions":1}', '"extensions" must be an object or null'],
    ['{"query":"{a}","operationName":1}', '"operationName" must be a string or null'],
    ['{"query":"{a}","variables":{"n":9007199254740993}}', '9007199254740993 would be rounded'],
  ])('names the problem of %s', async (text, problem) => {
    expect(await parseBody(text, DEFAULT_JSON_LIMITS)).toMatchObject({
      problem: expect.stringContaining(problem) as string,
      kind: expect.stringMatching(/^(?:INPUT|JSON)_/) as string,
    });
  });
});
