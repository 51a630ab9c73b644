import { expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../../test/support/memory/maintained-catalog.ts';
import { REGISTRY } from '../../../test/support/memory/reading-catalog.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { parseUrn } from '../../model/urn.ts';
import { createChangeQuery } from './change-query.ts';
import { cursorOf } from './cursor.ts';

it('finds the last values of a completed removal, even if this process applies its commits late', async () => {
  await using catalog = await MaintainedCatalog.open();
  await catalog.define('team');
  const names = ['a', 'b', 'c'];
  for (const name of names) await catalog.assign(name, 'team', 'red');
  const before = catalog.store.log.lastSequence();
  await catalog.hardDelete('team');
  let applied = catalog.store.log.lastSequence();
  await catalog.removeValues();
  expect(catalog.store.log.lastSequence()).toBeGreaterThan(applied);
  const query = createChangeQuery({
    changes: catalog.store.changes,
    registry: REGISTRY,
    now: () => 0,
    keepDeletionsForMs: 1,
    position: () => applied,
    whenMoved: () => undefined,
    reach: (sequence) => {
      applied = Math.min(sequence, catalog.store.log.lastSequence());
      return Promise.resolve();
    },
  });
  const [ended] = await catalog.store.reader.endedGenerations();
  const { isAtEnd, lost } = await query.lostValues(
    {
      propertyUrn: parseUrn('urn:li:structuredProperty:team'),
      generation: ended?.generation ?? 0,
      since: cursorOf({ sequence: before, id: undefined }),
    },
    EVERYTHING,
  );
  expect([isAtEnd, lost.map(({ urn }) => urn).sort()]).toEqual([true, names.map(datasetUrn)]);
});
