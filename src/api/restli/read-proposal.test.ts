import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../errors.ts';
import { REGISTRY } from '../../../test/support/http-server.ts';
import { readProposal, readProposals } from './read-proposal.ts';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:mysql,a,PROD)';
const json = (value: unknown): { contentType: string; value: string } => ({
  contentType: 'application/json',
  value: JSON.stringify(value),
});
const proposal = {
  entityType: 'dataset',
  entityUrn: URN,
  changeType: 'UPSERT',
  aspectName: 'status',
  aspect: json({ removed: true }),
};

describe('readProposal', () => {
  it('parses the value, which is JSON text', () => {
    const systemMetadata = { runId: 'r', lastObserved: 5, properties: { clientId: 'c' } };
    expect(readProposal(REGISTRY, { ...proposal, systemMetadata }, 'at')).toEqual({
      urn: URN,
      aspectName: 'status',
      changeType: 'UPSERT',
      value: { removed: true },
      systemMetadata,
    });
  });

  it('parses conditions, and system metadata that is JSON text', () => {
    const read = readProposal(
      REGISTRY,
      { ...proposal, systemMetadata: '{"runId":"r"}', headers: { 'If-Version-Match': '1' } },
      'at',
    );
    expect(read.systemMetadata).toEqual({ runId: 'r' });
    expect(read.condition).toEqual({ ifVersionMatch: '1' });
  });

  it.each([
    ['[{"op":"add","path":"/removed","value":true}]', undefined],
    ['{"arrayPrimaryKeys":{"a":["b"]},"patch":[]}', { a: ['b'] }],
  ])('reads the patch %s', (value, arrayPrimaryKeys) => {
    const aspect = { contentType: 'application/json-patch+json', value };
    const read = readProposal(REGISTRY, { ...proposal, changeType: 'PATCH', aspect }, 'at');
    expect(read).toMatchObject({
      changeType: 'PATCH',
      patch: arrayPrimaryKeys === undefined ? {} : { arrayPrimaryKeys },
    });
  });

  it('parses a deletion, which has no value and without an aspect name deletes the entity', () => {
    const { aspect: _aspect, aspectName: _name, ...deletion } = { ...proposal, changeType: 'DELETE' };
    expect(readProposal(REGISTRY, deletion, 'at')).toEqual({
      urn: URN,
      aspectName: 'datasetKey',
      changeType: 'DELETE',
    });
  });

  it('builds the urn from the parts of a key', () => {
    const { entityUrn: _urn, ...byKey } = proposal;
    const key = { platform: 'urn:li:dataPlatform:mysql', name: 'a', origin: 'PROD' };
    expect(readProposal(REGISTRY, { ...byKey, entityKeyAspect: json(key) }, 'at').urn).toBe(URN);
  });

  it.each([
    [{ ...proposal, entityType: 'bogus' }, 'Failed to find entity with name bogus'],
    [{ ...proposal, entityUrn: 'urn:li:tag:a' }, 'Invalid urn!: urn:li:tag:a'],
    [{ ...proposal, entityUrn: undefined }, 'at.entityUrn is missing'],
    [{ ...proposal, aspectName: undefined }, 'at.aspectName is missing'],
    [{ ...proposal, changeType: 'REPLACE' }, 'at.changeType must be one of UPSERT'],
    [{ ...proposal, aspect: undefined }, 'at.aspect must be a JSON object'],
    [{ ...proposal, aspect: json([]) }, 'at.aspect.value must be a JSON object'],
    [{ ...proposal, aspect: { value: '{' } }, 'at.aspect.value: Malformed JSON'],
    [{ ...proposal, aspect: { value: '{"a":NaN}' } }, 'Malformed JSON'],
    [{ ...proposal, aspect: { contentType: 'text/xml', value: '<a/>' } }, 'contentType is text/xml'],
    [{ ...proposal, systemMetadata: 'x' }, 'Malformed JSON'],
    [[], 'at must be a JSON object'],
  ])('refuses %j', (value, message) => {
    expect(() => readProposal(REGISTRY, JSON.parse(JSON.stringify(value)), 'at')).toThrow(message);
  });

  it('throws only CatalogError, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(proposal)), (value, member) => {
        try {
          readProposal(REGISTRY, { ...proposal, [member]: value }, 'at');
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogError);
        }
      }),
    );
  });
});

describe('readProposals', () => {
  it('reports all errors of a batch', () => {
    const bad = [{ ...proposal, entityType: 'x' }, proposal, { ...proposal, changeType: 'y' }];
    expect(() => readProposals(REGISTRY, bad, 'list')).toThrow(/entity with name x.*list\[2\]\.changeType/);
  });
});
