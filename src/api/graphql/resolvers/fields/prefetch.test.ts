import { execute, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { readRegistry } from '../../../../config/read-registry.ts';
import { EntityReferences } from '../../../../model/entity-reference.ts';
import { loadRegistry } from '../../../../model/registry/load-registry.ts';
import { parseUrn } from '../../../../model/urn.ts';
import { getEntities, type EntitySelection } from '../../../../operations/entities/get-entities.ts';
import type { Requester } from '../../../../operations/requester.ts';
import { searchEntities } from '../../../../operations/search/search-entities.ts';
import { buildCatalogSchema } from '../../catalog-schema.ts';
import { GraphqlContext } from '../../context/graphql-context.ts';

const SCHEMA = buildCatalogSchema();
const REGISTRY = loadRegistry(readRegistry());
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)');
const CHART = parseUrn('urn:li:chart:(looker,b)');

/** Aspect names of each read that a search makes with these selections on its hits. All reads must be preloads. */
async function reads(selection: string, fragments = ''): Promise<(readonly string[])[]> {
  const asked: (readonly string[])[] = [];
  const hits = [DATASET, CHART].map((urn) => ({
    urn,
    entityType: urn === DATASET ? 'dataset' : 'chart',
    score: 1,
    matchedFields: [],
  }));
  // Answers only the operations that a search runs.
  const requester = {
    run: (operation: unknown, input: unknown) => {
      if (operation === searchEntities) {
        return Promise.resolve({ total: 2, hits, facets: [], nextScrollId: undefined });
      }
      expect(operation).toBe(getEntities);
      const { urns, aspectNames = [] } = input as EntitySelection;
      expect(urns).toEqual([DATASET, CHART]);
      asked.push(aspectNames.toSorted());
      return Promise.resolve(new Map());
    },
  } as unknown as Requester;
  const settings = {
    registry: REGISTRY,
    references: new EntityReferences(REGISTRY),
    pageSize: 10,
    readSize: 1_000_000,
    undoableFor: 604_800_000,
    proposals: { expireAfter: 30 * 86_400_000, mostOpen: 100 },
    planAssets: 1_000,
    ingestionClientVersion: 'native',
    version: '',
    hiddenParents: 'omit',
    upsertStructuredProperties: 'replace',
    now: () => 0,
    newId: () => '',
  } as const;
  const query = `{ searchAcrossEntities(input: { query: "*" }) { searchResults { entity { ${selection} } } } } ${fragments}`;
  const contextValue = new GraphqlContext(requester, settings);
  const preload = vi.spyOn(contextValue.loader, 'load');
  const { errors } = await execute({ schema: SCHEMA, document: parse(query), contextValue });
  expect(errors).toBeUndefined();
  expect(preload).toHaveBeenCalledTimes(asked.length);
  return asked;
}

describe('hits of a search', () => {
  it('are not read for fields derived from urns', async () => {
    expect(await reads('urn type __typename ... on Dataset { origin platform { urn name } }')).toEqual([]);
  });

  it('are read once for all selected fields', async () => {
    const selection =
      'urn ... on Dataset { properties { name } tags { tags { associatedUrn } } } ... on Chart { properties { name } } ...More';
    const more =
      'fragment More on Entity { ... { ...Owned } } fragment Owned on Dataset { ownership { owners { associatedUrn } } }';
    expect(await reads(selection, more)).toEqual([
      ['chartInfo', 'datasetProperties', 'globalTags', 'ownership'],
    ]);
  });

  it('are not read for types without hits', async () => {
    expect(await reads('... on Tag { properties { name } }')).toEqual([]);
  });

  it('are read once for fragments on interfaces', async () => {
    const selection =
      '... on Owned { ownership { owners { associatedUrn } } } ... on Asset { ... on Tagged { tags { tags { associatedUrn } } } }';
    expect(await reads(selection)).toEqual([['globalTags', 'ownership']]);
  });

  it('are found in multiply nested fragments', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `fragment F${i} on Entity { ...F${i + 1} ... { ...F${i + 1} } }`,
    );
    const last = 'fragment F30 on Entity { ... on Dataset { properties { name } } }';
    expect(await reads('...F0', [...levels, last].join(' '))).toEqual([['datasetProperties']]);
  });
});
