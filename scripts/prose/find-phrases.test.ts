import { describe, expect, it } from 'vitest';
import { findPhrases } from './find-phrases.ts';

describe('findPhrases', () => {
  it('names line, phrase and remedy', () => {
    expect(findPhrases('fine\n/** Goes on when the client is told. */')).toEqual([
      { line: 2, phrase: 'told', instead: expect.stringContaining('reports') },
      { line: 2, phrase: 'goes on', instead: 'continues' },
    ]);
  });

  it.each(['isToldByUrn', 'IS_TOLD', 'untold', 'of_before'])('reads %s as words', (name) => {
    expect(findPhrases(`const ${name} = 1;`)).toHaveLength(1);
  });

  it.each(['retold', 'The row is left unchanged.', 'a GoneError', 'The request is the same as before.'])(
    'lets pass: %s',
    (text) => {
      expect(findPhrases(text)).toEqual([]);
    },
  );
});
