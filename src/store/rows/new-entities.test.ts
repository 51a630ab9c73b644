import { describe, expect, it } from 'vitest';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import type { RowWrite } from '../metadata-store.ts';
import { entitiesCreatedBy, newEntities } from './new-entities.ts';

const [A, B] = [parseUrn('urn:li:dataset:a'), parseUrn('urn:li:dataset:b')];
const CREATED = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
const OBSERVED = { lastObserved: 1, runId: 'r' };

const create = (urn = A): RowWrite => ({
  kind: 'createEntity',
  entity: { urn, created: CREATED, systemMetadata: OBSERVED },
});
const put = (aspectName: string, text = '{}', urn = A): RowWrite => ({
  kind: 'putAspect',
  row: {
    aspect: new Aspect({ urn, aspectName, text, systemMetadata: OBSERVED, created: CREATED, sequence: 1 }),
    internal: {},
  },
});
const textsOf = (writes: readonly RowWrite[]) =>
  [...newEntities(writes)].map(([urn, { rows }]) => [
    urn,
    ...[...rows].map(([name, { aspect }]) => `${name} ${aspect.text}`),
  ]);

describe('entitiesCreatedBy', () => {
  const gone: RowWrite = { kind: 'deleteEntity', urn: A };
  const touch: RowWrite = { kind: 'touchAspect', urn: A, aspectName: 'x', systemMetadata: OBSERVED };

  it('names every created entity that is there after the commit, however it was written', () => {
    const urns = (...writes: RowWrite[]) => entitiesCreatedBy(writes).createdUrns;
    expect(urns(create(), put('x'), touch, create(B))).toEqual([A, B]);
    expect(urns(put('x'), create(B), { ...gone, urn: B })).toEqual([]);
    expect(urns(gone, create())).toEqual([A]);
  });
});

describe('newEntities', () => {
  it('contains every created entity, with the last version of each aspect', () => {
    const writes = [create(), put('status'), put('status', '{"removed":true}'), create(B), put('x', '{}', B)];
    expect(textsOf(writes)).toEqual([
      [A, 'status {"removed":true}'],
      [B, 'x {}'],
    ]);
  });

  it('leaves out existing entities and deleted aspects', () => {
    expect(textsOf([put('status')])).toEqual([]);
    expect(
      textsOf([create(), put('status'), { kind: 'deleteAspect', urn: A, aspectName: 'status' }]),
    ).toEqual([[A]]);
  });

  it('leaves out deleted entities, and the old aspects of one that is created again', () => {
    const gone: RowWrite = { kind: 'deleteEntity', urn: A };
    expect(textsOf([create(), put('status'), gone])).toEqual([]);
    expect(textsOf([create(), put('status'), gone, create(), put('x')])).toEqual([[A, 'x {}']]);
  });
});
