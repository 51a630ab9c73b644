import { describe, expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../../test/support/memory/maintained-catalog.ts';
import { assignmentField } from '../../search/assignment-field.ts';
import { parseUrn } from '../../model/urn.ts';

const urn = (name: string) => parseUrn(datasetUrn(name));

async function withThree(): Promise<MaintainedCatalog> {
  const catalog = await MaintainedCatalog.open();
  await catalog.define('team');
  for (const name of ['a', 'b', 'c']) await catalog.assign(name, 'team', 'red');
  return catalog;
}

describe('doctor', () => {
  it('finds no difference in a consistent catalog', async () => {
    await using catalog = await withThree();
    const { entities } = await catalog.doctor();
    await catalog.assign('d', 'team', 'red');
    expect(await catalog.doctor()).toMatchObject({
      entities: Number(entities) + 1,
      missingInIndex: 0,
      onlyInIndex: 0,
      differentDocument: 0,
      samples: [],
    });
  });

  it('finds and repairs what is missing, superfluous or different in the index', async () => {
    await using catalog = await withThree();
    const { index } = catalog;
    const document = { entityType: 'dataset', texts: new Map() };
    await index.apply(index.position(), [
      { urn: urn('a'), removed: true },
      { ...document, urn: urn('b'), values: new Map([['name', ['tampered']]]) },
      { ...document, urn: urn('never'), values: new Map() },
    ]);
    const counts = { missingInIndex: 1, onlyInIndex: 1, differentDocument: 1 };
    const found = await catalog.doctor();
    expect(found).toMatchObject({ ...counts, repaired: 0 });
    expect(found['byEntityType']).toEqual({
      dataset: { missingInIndex: 1, onlyInIndex: 1, differentDocument: 1 },
    });
    expect(found['samples']).toContainEqual({ urn: datasetUrn('never'), kind: 'onlyInIndex' });

    expect(await catalog.doctor(true)).toMatchObject({ ...counts, repaired: 3 });
    expect(await catalog.doctor()).toMatchObject({
      missingInIndex: 0,
      onlyInIndex: 0,
      differentDocument: 0,
    });
    expect(await catalog.mappings('team')).toEqual(['active dataset 3']);
  });

  it.each([
    ['another value', ['blue']],
    ['one value more', ['red', 'blue']],
    ['no value', undefined],
  ])('finds %s of a property in a document whose rows are right', async (_what, values) => {
    await using catalog = await withThree();
    const { index, properties } = catalog;
    const team = properties.resolve('team');
    const [document] = await catalog.readDocuments([urn('a')]);
    if (team === undefined || document === undefined || 'removed' in document) throw new Error('not there');
    const tampered = new Map(document.values);
    const field = assignmentField(team.urn, team.generation);
    if (values === undefined) tampered.delete(field);
    else tampered.set(field, values);
    await index.apply(index.position(), [{ ...document, values: tampered }]);
    expect(await catalog.doctor(true)).toMatchObject({ differentDocument: 1, repaired: 1 });
    expect(await catalog.doctor()).toMatchObject({ differentDocument: 0 });
  });

  it('finds a document built from older versions of its aspects', async () => {
    await using catalog = await withThree();
    const { index } = catalog;
    const older = await catalog.readDocuments([urn('a')]);
    await catalog.put(datasetUrn('a'), 'datasetProperties', { name: 'a', externalUrl: 'https://a' });
    await index.apply(index.position(), older);
    expect(await catalog.doctor()).toMatchObject({ differentDocument: 1 });
  });

  it('ignores values of deleted, broken or hidden properties that are not removed yet', async () => {
    await using catalog = await withThree();
    const hidden = await catalog.define('hidden');
    await catalog.assign('d', 'hidden', 'x');
    await catalog.put(hidden, 'status', { removed: true });
    await catalog.define('broken', { valueType: 'urn:li:dataType:datahub.string', cardinality: 'MULTIPLE' });
    await catalog.assign('e', 'broken', 'x');
    await catalog.define('broken', { cardinality: 'SINGLE', version: '19700101000001' });
    await catalog.hardDelete('team');
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, differentDocument: 0 });
  });

  it('ignores differences that a pending commit will resolve', async () => {
    await using catalog = await withThree();
    const writes = Array.from({ length: 300 }, (_, i) => catalog.assign(`w${i % 7}`, 'team', `v${i}`));
    expect(await catalog.doctor()).toMatchObject({
      missingInIndex: 0,
      onlyInIndex: 0,
      differentDocument: 0,
    });
    await Promise.all(writes);
  });
});
