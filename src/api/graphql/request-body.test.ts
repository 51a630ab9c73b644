import { describe, expect, it } from 'vitest';
import { parseBody } from './request-body.ts';

describe('parseBody', () => {
  it('reads query, variables and operation name', () => {
    expect(parseBody('{"query":"{a}","variables":{"x":1},"operationName":"q"}')).toEqual({
      query: '{a}',
      variables: { x: 1 },
      operationName: 'q',
    });
  });

  it.each(['{"query":"{a}"}', '{"query":"{a}","variables":null,"operationName":null,"extensions":null}'])(
    'takes null for left out: %s',
    (text) => {
      expect(parseBody(text)).toEqual({ query: '{a}', variables: {}, operationName: undefined });
    },
  );

  it.each(['', ' ', 'no json', '"text"', 'null', '{}', '{"query":null}', '{"query":1}', '{"query":"{a}"'])(
    'finds no request in %j',
    (text) => {
      expect(parseBody(text)).toEqual({ problem: undefined });
    },
  );

  it.each([
    ['[]', 'The body is a list'],
    ['[{"query":"{a}"}]', 'Send an object with "query"'],
    ['{"query":"{a}","variables":[]}', '"variables" must be an object or null'],
    ['{"query":"{a}","variables":"{}"}', '"variables" must be an object or null'],
    ['{"query":"{a}","extensions":1}', '"extensions" must be an object or null'],
    ['{"query":"{a}","operationName":1}', '"operationName" must be a string or null'],
    ['{"query":"{a}","variables":{"n":9007199254740993}}', '9007199254740993 would be rounded'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(parseBody(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });
});
