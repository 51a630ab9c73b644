import { expect, it } from 'vitest';
import { problemLines, problemsIn } from './problem-text.ts';

const URN = 'urn:li:dataset:d';
const code = 'VALIDATION' as const;

it('has a line for each problem, with its place', () => {
  expect(
    problemLines([
      {
        code,
        message: 'No dataset.',
        urn: URN,
        aspectName: 'upstreamLineage',
        field: 'upstreams[1].dataset',
      },
      { code, message: 'Not allowed.', index: 4, property: 'urn:li:structuredProperty:p' },
      { code, message: "There is no key 'x'.", line: 7 },
      { code, message: 'Everything\u001b[31m.' },
    ]),
  ).toEqual([
    `  upstreams[1].dataset of upstreamLineage of ${URN}: No dataset.`,
    '  [4], urn:li:structuredProperty:p: Not allowed.',
    "  line 7: There is no key 'x'.",
    '  Everything\\u001b[31m.',
  ]);
});

it('does not repeat the message of the only problem', () => {
  expect(problemLines([{ code, message: 'No url.', field: 'url' }])).toEqual(['  at url']);
  expect(problemLines([{ code, message: 'No url.' }])).toEqual([]);
});

it('reads the problems of an answer', () => {
  const problem = { code, message: 'No url.', field: 'url' };
  expect(problemsIn([problem, 'x', { code }])).toEqual([problem]);
  expect(problemsIn(undefined)).toEqual([]);
});

it('reads the members of a problem that are of their type', () => {
  const place = { urn: 'urn:li:tag:a', aspectName: 'tagProperties', index: 0, line: 1, property: 'p' };
  const sent = { code: 'NEWER', message: 'No.', field: 3, more: true, ...place };
  expect(problemsIn([sent])).toEqual([{ code: 'INTERNAL', message: 'No.', ...place }]);
});
