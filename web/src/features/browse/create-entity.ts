import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';

const DOMAIN = graphql(`
  mutation createDomain($input: CreateDomainInput!) {
    createDomain(input: $input)
  }
`);
const TAG = graphql(`
  mutation createTag($input: CreateTagInput!) {
    createTag(input: $input)
  }
`);
const TERM = graphql(`
  mutation createGlossaryTerm($input: CreateGlossaryEntityInput!) {
    createGlossaryTerm(input: $input)
  }
`);
const NODE = graphql(`
  mutation createGlossaryNode($input: CreateGlossaryEntityInput!) {
    createGlossaryNode(input: $input)
  }
`);
const PRODUCT = graphql(`
  mutation createDataProduct($input: CreateDataProductInput!) {
    createDataProduct(input: $input) {
      urn
    }
  }
`);

/** Entity types that can be created from the browse pages. */
export type Creatable = 'domain' | 'tag' | 'term' | 'node' | 'product';

/** A new entity. */
export interface NewEntity {
  readonly name: string;
  /** '' for none. */
  readonly description: string;
  /** Urn of the parent domain or group; undefined for the top level. A data product needs a domain. */
  readonly parent: string | undefined;
}

/** Creates an entity. Throws {@link ApiError} with the server's reason, for example a duplicate name. */
export async function createEntity(what: Creatable, { name, description, parent }: NewEntity): Promise<void> {
  const named = { name, ...(description !== '' && { description }) };
  switch (what) {
    case 'domain':
      await query(DOMAIN, { input: { ...named, ...(parent !== undefined && { parentDomain: parent }) } });
      return;
    case 'tag':
      // Other tools show the name in a tag's urn.
      await query(TAG, { input: { ...named, id: name } });
      return;
    case 'term':
      await query(TERM, { input: { ...named, ...(parent !== undefined && { parentNode: parent }) } });
      return;
    case 'node':
      await query(NODE, { input: { ...named, ...(parent !== undefined && { parentNode: parent }) } });
      return;
    case 'product':
      await query(PRODUCT, { input: { properties: named, domainUrn: parent ?? '' } });
  }
}
