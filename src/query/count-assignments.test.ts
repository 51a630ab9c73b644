import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadingCatalog } from '../../test/support/memory/reading-catalog.ts';
import { NOTHING_AFFECTED, type AffectedValues } from '../model/plan.ts';
import type { Scope } from '../model/scope.ts';
import { parseUrn, type Urn } from '../model/urn.ts';

let catalog: ReadingCatalog;
let text: Urn;

const dataset = (name: string, platform = 'hive'): string =>
  `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  text = await catalog.define('c.text', 'string');
  await catalog.define('c.date', 'date');
  await catalog.define('c.broken', 'string');
  for (const [name, platform] of [
    ['a', 'hive'],
    ['b', 'kafka'],
  ] as const) {
    await catalog.assign(dataset(name, platform), {
      'c.text': ['x', name],
      'c.date': ['2020-10-01'],
      'c.broken': ['old'],
    });
  }
  await catalog.assign('urn:li:chart:(looker,1)', { 'c.text': ['x'] });
  await catalog.define('c.broken', 'number');
  await catalog.put(dataset('b', 'kafka'), { status: { removed: true } });
});

afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
});

async function count(id: string, scope: Scope = catalog.scope): Promise<AffectedValues | undefined> {
  const propertyUrn = parseUrn(`urn:li:structuredProperty:${id}`);
  const { generation = 0, definition } = catalog.properties.get(propertyUrn) ?? {};
  const counted = { propertyUrn, generation, valueType: definition?.valueType };
  const { counts } = await catalog.query.countAssignments([counted], 1, scope);
  return counts[0];
}

describe('counting the assignments of a generation', () => {
  it('counts entities of every type, including soft-deleted ones, and their values', async () => {
    expect(await count('c.text')).toEqual({
      entities: 3,
      values: 5,
      byEntityType: { chart: 1, dataset: 2 },
      byPlatform: {
        'urn:li:dataPlatform:hive': 1,
        'urn:li:dataPlatform:kafka': 1,
        'urn:li:dataPlatform:looker': 1,
      },
      byValue: { x: 3, a: 1, b: 1 },
      sampleUrns: ['urn:li:chart:(looker,1)', dataset('a'), dataset('b', 'kafka')],
    });
    expect((await count('c.date'))?.byValue).toEqual({ '2020-10-01': 2 });
  });

  it('excludes assignments of another generation', async () => {
    expect(await count('c.broken')).toEqual(NOTHING_AFFECTED);
  });

  it('excludes what the caller may not see, unless a soft delete hides it', async () => {
    const blind: Scope = { ...catalog.scope, seesAssignment: () => false };
    expect(await count('c.text', blind)).toEqual(NOTHING_AFFECTED);
    await catalog.put(text, { status: { removed: true } });
    expect(await count('c.text')).toMatchObject({ entities: 3, values: 5 });
    await catalog.put(text, { status: { removed: false } });
  });

  it('counts only entities that the caller may see', async () => {
    const isHive = {
      attribute: 'urn',
      match: 'startsWith',
      values: ['urn:li:dataset:(urn:li:dataPlatform:hive,'],
      negated: false,
    } as const;
    const narrow: Scope = { ...catalog.scope, entityFilter: [[isHive]] };
    expect(await count('c.text', narrow)).toMatchObject({
      entities: 1,
      values: 2,
      sampleUrns: [dataset('a')],
    });
  });

  it('waits for the requested commit, and returns the counted one', async () => {
    const { sequence: now } = await catalog.query.countAssignments([], 0, catalog.scope);
    const waiting = catalog.query.countAssignments([], now + 1, catalog.scope);
    await catalog.assign(dataset('late'), {});
    expect(await waiting).toEqual({ sequence: now + 1, counts: [], ruled: [] });
  });
});
