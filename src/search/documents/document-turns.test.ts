import { afterEach, expect, it, vi } from 'vitest';
import { aspectRow, propertyDirectory } from '../../../test/support/memory/search-fixtures.ts';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { parseUrn } from '../../model/urn.ts';
import { inSteps } from '../../util/concurrency/steps.ts';
import { createDocumentSteps } from './document.ts';

const URN = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');

afterEach(() => {
  vi.restoreAllMocks();
});

it('lets other work run between the parsing of a long value and its indexing', async () => {
  const stepsOf = createDocumentSteps(loadRegistry(readRegistry()));
  const turnsOf = (length: number): Promise<number> => {
    const rows = ['datasetProperties', 'editableDatasetProperties', 'viewProperties'].map((aspectName) =>
      aspectRow(URN, aspectName, { description: 'x'.repeat(length) }),
    );
    slowClock();
    return turnsDuring(() => inSteps(stepsOf(URN, rows, propertyDirectory())));
  };
  expect(await turnsOf(10)).toBe(0);
  expect(await turnsOf(100_000)).toBeGreaterThan(0);
});
