import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

const node = (input: object) => calls.mutate('createGlossaryNode', 'CreateGlossaryEntityInput', input);
const term = (input: object) => calls.mutate('createGlossaryTerm', 'CreateGlossaryEntityInput', input);

describe('the glossary', () => {
  it('is created from its roots', async () => {
    expect(await node({ id: 'finance', name: 'Finance', description: 'money' })).toBe(
      'urn:li:glossaryNode:finance',
    );
    await node({ id: 'tax', name: 'Tax', parentNode: 'urn:li:glossaryNode:finance' });
    expect(
      await term({
        id: 'price',
        name: 'Price',
        description: 'what it costs',
        parentNode: 'urn:li:glossaryNode:finance',
      }),
    ).toBe('urn:li:glossaryTerm:price');
    await term({ id: 'vat', name: 'VAT' });
    const { data, errors } = await server.graphql(`{
      getRootGlossaryTerms(input: { start: 0, count: 10 }) { start count total terms { urn properties { termSource definition } } }
      getRootGlossaryNodes(input: { start: 0, count: 10 }) { total nodes { urn childrenCount { termsCount nodesCount } } }
      glossaryTerm(urn: "urn:li:glossaryTerm:price") { parentNodes { nodes { urn } } ownership { owners { type } } properties { name description } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      getRootGlossaryTerms: {
        start: 0,
        count: 1,
        total: 1,
        terms: [{ urn: 'urn:li:glossaryTerm:vat', properties: { termSource: 'INTERNAL', definition: '' } }],
      },
      getRootGlossaryNodes: {
        total: 1,
        nodes: [{ urn: 'urn:li:glossaryNode:finance', childrenCount: { termsCount: 1, nodesCount: 1 } }],
      },
      glossaryTerm: {
        parentNodes: { nodes: [{ urn: 'urn:li:glossaryNode:finance' }] },
        ownership: { owners: [{ type: 'TECHNICAL_OWNER' }] },
        properties: { name: 'Price', description: 'what it costs' },
      },
    });
  });

  it.each([
    ['whose id is taken', { id: 'vat', name: 'Other' }, 400, 'This Glossary Term already exists!'],
    ['whose name is taken', { name: 'VAT' }, 409, '"VAT" already exists in this node'],
    [
      'in a group that does not exist',
      { name: 'x', parentNode: 'urn:li:glossaryNode:never' },
      404,
      'does not exist',
    ],
    [
      'in an entity that is not a group',
      { name: 'x', parentNode: 'urn:li:glossaryTerm:vat' },
      400,
      'it is of type glossaryTerm',
    ],
  ])('refuses terms %s', async (_what, input, code, message) => {
    const refused = await calls.refused('createGlossaryTerm', 'CreateGlossaryEntityInput', input);
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
  });

  it('is rearranged', async () => {
    const move = (resourceUrn: string, parentNode: string | null) =>
      calls.call('mutation', 'updateParentNode', {
        input: ['UpdateParentNodeInput!', { resourceUrn, parentNode }],
      });
    const parentOf = async (urn: string) => (await calls.stored(urn, 'glossaryTermInfo')).parentNode;
    expect((await move('urn:li:glossaryTerm:vat', 'urn:li:glossaryNode:tax')).data.updateParentNode).toBe(
      true,
    );
    expect(await parentOf('urn:li:glossaryTerm:vat')).toBe('urn:li:glossaryNode:tax');
    expect((await move('urn:li:glossaryTerm:vat', null)).data.updateParentNode).toBe(true);
    expect(await parentOf('urn:li:glossaryTerm:vat')).toBeUndefined();
    expect(
      (await move('urn:li:glossaryNode:finance', 'urn:li:glossaryNode:tax')).errors[0].message,
    ).toContain('into itself');
    expect((await move('urn:li:glossaryTerm:never', null)).errors[0].extensions.code).toBe(404);
    expect((await move('urn:li:tag:t', null)).errors[0].extensions.code).toBe(400);
  });

  it('relates terms', async () => {
    const input = { urn: 'urn:li:glossaryTerm:price', termUrns: ['urn:li:glossaryTerm:vat'] };
    await calls.mutate('addRelatedTerms', 'RelatedTermsInput', { ...input, relationshipType: 'hasA' });
    await calls.mutate('addRelatedTerms', 'RelatedTermsInput', { ...input, relationshipType: 'isA' });
    await calls.mutate('addRelatedTerms', 'RelatedTermsInput', { ...input, relationshipType: 'isA' });
    expect(await calls.stored(input.urn, 'glossaryRelatedTerms')).toEqual({
      hasRelatedTerms: input.termUrns,
      isRelatedTerms: input.termUrns,
    });
    await calls.mutate('removeRelatedTerms', 'RelatedTermsInput', { ...input, relationshipType: 'isA' });
    expect((await calls.stored(input.urn, 'glossaryRelatedTerms')).isRelatedTerms).toEqual([]);
    const refused = (termUrn: string) =>
      calls.refused('addRelatedTerms', 'RelatedTermsInput', {
        ...input,
        termUrns: [termUrn],
        relationshipType: 'isA',
      });
    expect((await refused(input.urn)).message).toContain('Tried to create related term with itself');
    expect((await refused('urn:li:glossaryTerm:never')).code).toBe(404);
    expect((await refused('urn:li:tag:t')).code).toBe(400);
  });

  it('renames and deletes its parts', async () => {
    await calls.mutate('updateName', 'UpdateNameInput', {
      urn: 'urn:li:glossaryTerm:vat',
      name: 'Value-added tax',
    });
    await calls.mutate('updateDescription', 'DescriptionUpdateInput', {
      resourceUrn: 'urn:li:glossaryTerm:vat',
      description: 'a tax',
    });
    expect(await calls.stored('urn:li:glossaryTerm:vat', 'glossaryTermInfo')).toMatchObject({
      name: 'Value-added tax',
      definition: 'a tax',
    });
    await term({ name: 'Duty' });
    expect(
      await calls.refused('updateName', 'UpdateNameInput', { urn: 'urn:li:glossaryTerm:vat', name: 'Duty' }),
    ).toMatchObject({ code: 409 });
    const remove = (urn: string) => calls.call('mutation', 'deleteGlossaryEntity', { urn: ['String!', urn] });
    expect((await remove('urn:li:glossaryTerm:vat')).data.deleteGlossaryEntity).toBe(true);
    expect((await remove('urn:li:glossaryTerm:vat')).errors[0].extensions.code).toBe(404);
    expect((await remove('urn:li:tag:t')).errors[0].extensions.code).toBe(400);
  });
});
