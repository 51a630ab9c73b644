import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../util/concurrency/steps.ts';
import { sortSteps } from './sort-steps.ts';

it('sorts like one sort, in steps', () => {
  const scattered = Array.from({ length: 20_000 }, (_, i) => (i * 7_919) % 20_011);
  const texts = scattered.map((number) => `urn:${number}`);
  const steps = sortSteps(texts);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  expect(count).toBeGreaterThan(5);
  expect(step.value).toEqual(texts.toSorted());
  expect(atOnce(sortSteps(scattered))).toEqual(scattered.toSorted((a, b) => a - b));
});

it('sorts a few values of each kind', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary' })),
      fc.uniqueArray(fc.double({ noNaN: true })),
      (texts, numbers) => {
        expect(atOnce(sortSteps(texts))).toEqual(texts.toSorted());
        expect(atOnce(sortSteps(numbers))).toEqual(numbers.toSorted((a, b) => a - b));
      },
    ),
  );
});
