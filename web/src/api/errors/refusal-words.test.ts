import { expect, it } from 'vitest';
import { ApiError, PageError, messageOf, problemsIn, technicalDetails } from '../api-error.ts';
import { problemsInWords } from './problems.ts';
import { refusalWords } from './refusal-words.ts';

const SERVER = 'Property: urn:li:structuredProperty:x, value: {string=Gold} should be one of [{string=A}].';

it('says a known kind in own words, and hides the sentence of the server', async () => {
  const problems = [
    { message: SERVER, kind: 'VALUE_NOT_ALLOWED', data: { value: 'Gold', allowed: ['A', 'B'] } },
  ];
  const error = new ApiError(SERVER, 400, await problemsInWords(problems));
  expect(messageOf(error)).toBe('‘Gold’ is not an allowed value. Allowed: A, B.');
  expect(technicalDetails(error)).toBeUndefined();
});

it('folds the sentence of the server if the kind is unknown', async () => {
  const problems = await problemsInWords([{ message: SERVER, kind: 'NEWER_THAN_THE_PAGE' }]);
  const error = new ApiError(SERVER, 400, problems);
  expect(messageOf(error)).toBe('The catalog refused this.');
  expect(problemsIn(error)).toMatchObject([{ message: 'The catalog refused this.' }]);
  expect(technicalDetails(error)).toBe(SERVER);
});

it('never shows a failure of the program as a message', () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'map')");
  expect(messageOf(error)).toBe('This part of the page failed. Reload the page.');
  expect(technicalDetails(error)).toContain('TypeError');
  expect(messageOf(new PageError('The file has no table.'))).toBe('The file has no table.');
});

it('names people’s texts on one line, shortened, with visible direction marks', () => {
  const name = `a\n\u202eb${'x'.repeat(300)}`;
  const words = refusalWords('NAME_TAKEN', { name }) ?? '';
  expect(words).toContain('‘a ⟨U+202E⟩bxxx');
  expect(words.length).toBeLessThan(150);
  expect(refusalWords('NAME_TAKEN', {})).toBe('The name ‘?’ is taken. Choose another one.');
});

it('knows no words for members of objects', () => {
  expect(refusalWords('constructor')).toBeUndefined();
});
