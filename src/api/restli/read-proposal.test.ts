import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/http-server.ts';
import { DEFAULT_JSON_LIMITS } from '../../util/json/json-scan.ts';
import { readProposal, readProposals } from './read-proposal.ts';

import fc from 'fast-check';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:mysql,a,PROD)';
const CONTEXT = { registry: REGISTRY, json: DEFAULT_JSON_LIMITS };
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

const OTHER_KEY = { platform: 'urn:li:dataPlatform:mysql', name: 'b', origin: 'PROD' };

describe('readProposal', () => {
  it('parses the value, which is JSON text', async () => {
    const systemMetadata = { runId: 'r', lastObserved: 5, properties: { clientId: 'c' } };
    expect(await readProposal(CONTEXT, { ...proposal, systemMetadata }, 'at')).toEqual({
      urn: URN,
      aspectName: 'status',
      changeType: 'UPSERT',
      value: { removed: true },
      systemMetadata,
    });
  });

  it('parses conditions, and system metadata that is JSON text', async () => {
    const read = await readProposal(
      CONTEXT,
      { ...proposal, systemMetadata: '{"runId":"r"}', headers: { 'If-Version-Match': '1' } },
      'at',
    );
    expect(read.systemMetadata).toEqual({ runId: 'r' });
    expect(read.condition).toEqual({ ifVersionMatch: '1' });
  });

  it.each([
    ['[{"op":"add","path":"/removed","value":true}]', undefined],
    ['{"arrayPrimaryKeys":{"a":["b"]},"patch":[]}', { a: ['b'] }],
  ])('reads the patch %s', async (value, arrayPrimaryKeys) => {
    const aspect = { contentType: 'application/json-patch+json', value };
    const read = await readProposal(CONTEXT, { ...proposal, changeType: 'PATCH', aspect }, 'at');
    expect(read).toMatchObject({
      changeType: 'PATCH',
      patch: arrayPrimaryKeys === undefined ? {} : { arrayPrimaryKeys },
    });
  });

  it('parses a deletion, which has no value and without an aspect name deletes the entity', async () => {
    const { aspect: _aspect, aspectName: _name, ...deletion } = { ...proposal, changeType: 'DELETE' };
    expect(await readProposal(CONTEXT, deletion, 'at')).toEqual({
      urn: URN,
      aspectName: 'datasetKey',
      changeType: 'DELETE',
    });
  });

  it('builds the urn from the parts of a key', async () => {
    const { entityUrn: _urn, ...byKey } = proposal;
    const key = { platform: 'urn:li:dataPlatform:mysql', name: 'a', origin: 'PROD' };
    for (const sent of [byKey, proposal]) {
      const read = await readProposal(CONTEXT, { ...sent, entityKeyAspect: json(key) }, 'at');
      expect(read.urn).toBe(URN);
    }
  });

  it.each([
    [{ ...proposal, entityType: 'bogus' }, 'Failed to find entity with name bogus'],
    [{ ...proposal, entityUrn: 'urn:li:tag:a' }, 'Invalid urn!: urn:li:tag:a'],
    [{ ...proposal, entityKeyAspect: json(OTHER_KEY) }, 'at.entityKeyAspect is the key of urn:li:dataset:'],
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
  ])('refuses %j', async (value, message) => {
    const read = readProposal(CONTEXT, JSON.parse(JSON.stringify(value)), 'at');
    await expect(read).rejects.toThrow(message);
  });

  it('throws only CatalogError, for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom(...Object.keys(proposal)), async (value, member) => {
        try {
          await readProposal(CONTEXT, { ...proposal, [member]: value }, 'at');
        } catch (error) {
          expect(error).toMatchObject({ name: 'CatalogError' });
        }
      }),
    );
  });
});

describe('readProposals', () => {
  it('reports all errors of a batch', async () => {
    const bad = [{ ...proposal, entityType: 'x' }, proposal, { ...proposal, changeType: 'y' }];
    await expect(readProposals(CONTEXT, bad, 'list')).rejects.toThrow(
      /entity with name x.*list\[2\]\.changeType/,
    );
  });
});
