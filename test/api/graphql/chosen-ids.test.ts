import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn, clientOf } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const TYPE = 'urn:li:dataType:datahub.string';
const PROMPT = { title: 't', type: 'STRUCTURED_PROPERTY' };

/** Minimal input of each mutation that accepts the id of the entity it creates. */
const CREATIONS: Readonly<Record<string, object>> = {
  createApplication: { properties: { name: 'n' } },
  createBusinessAttribute: { name: 'n' },
  createDataProduct: { properties: { name: 'n' }, domainUrn: 'urn:li:domain:d' },
  createDocument: { contents: { text: 't' } },
  createDomain: { name: 'n' },
  createForm: { name: 'n' },
  createGlossaryNode: { name: 'n' },
  createGlossaryTerm: { name: 'n' },
  createGroup: { name: 'n' },
  createStructuredProperty: { valueType: TYPE, entityTypes: ['urn:li:entityType:datahub.dataset'] },
  createTag: { name: 'n' },
  createTest: { name: 'n', category: 'c', definition: { json: '{}' } },
  upsertConnection: { type: 'JSON', platformUrn: 'urn:li:dataPlatform:hive', json: { blob: '{}' } },
  upsertDataContract: { entityUrn: datasetUrn('contract') },
};

interface NamedType {
  readonly name: string | null;
  readonly ofType: NamedType | null;
}

interface Member {
  readonly name: string;
  readonly type: NamedType;
}

function nameOf({ name, ofType }: NamedType): string {
  return name ?? (ofType === null ? '' : nameOf(ofType));
}

describe('the id of a new entity', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await clientOf(server).dataset('contract');
    await server.graphql('mutation { createDomain(input: { id: "d", name: "d" }) }');
  });
  afterAll(() => server.stop());

  const create = async (mutation: string, input: object) => {
    const { data } = await server.graphql(
      `{ __type(name: "Mutation") { fields { name args { name type { name ofType { name } } } type { kind name ofType { kind name } } } } }`,
    );
    const field = data.__type.fields.find(({ name }: Member) => name === mutation);
    const { kind } = field.type.ofType ?? field.type;
    const selection = kind === 'OBJECT' ? '{ urn }' : '';
    const type = nameOf(field.args.find(({ name }: Member) => name === 'input').type);
    return server.graphql(`mutation m($input: ${type}!) { ${mutation}(input: $input) ${selection} }`, {
      input,
    });
  };

  it('is covered for every mutation that accepts one', async () => {
    const type = 'name type { name ofType { name ofType { name } } }';
    const { data } = await server.graphql(
      `{ __schema { types { name inputFields { ${type} } } mutationType { fields { name args { ${type} } } } } }`,
    );
    const withId = new Set(
      data.__schema.types
        .filter(({ inputFields }: { inputFields: readonly Member[] | null }) =>
          inputFields?.some((field) => field.name === 'id' && nameOf(field.type) === 'String'),
        )
        .map(({ name }: { name: string }) => name),
    );
    const mutations = data.__schema.mutationType.fields
      .filter(({ name }: Member) => /^(?:create|upsert)/.test(name))
      .filter(({ args }: { args: readonly Member[] }) => args.some((arg) => withId.has(nameOf(arg.type))))
      .map(({ name }: Member) => name)
      // It always fails.
      .filter((name: string) => name !== 'createDataHubFile');
    expect(mutations.toSorted()).toEqual(Object.keys(CREATIONS));
  });

  it.each(Object.entries(CREATIONS))('is checked by %s', async (mutation, input) => {
    for (const id of ['', ' ']) {
      const { errors } = await create(mutation, { ...input, id });
      expect(errors?.[0].message).toContain("'id' is empty. Omit it, or");
    }
    const { errors } = await create(mutation, { ...input, id: 'urn:li:tag:x' });
    expect(errors?.[0].message).toContain("'id' is a urn: 'urn:li:tag:x'. Send only the part after");
    expect((await create(mutation, { ...input, id: 'chosen' })).errors).toBeUndefined();
  });

  it('is checked for prompts of forms and for qualified names', async () => {
    const form = { name: 'n', prompts: [{ ...PROMPT, id: '' }] };
    expect((await create('createForm', form)).errors[0].message).toContain("'id' is empty");
    const property = { ...CREATIONS['createStructuredProperty'], qualifiedName: '' };
    expect((await create('createStructuredProperty', property)).errors[0].message).toContain(
      "'qualifiedName' is empty",
    );
  });
});
