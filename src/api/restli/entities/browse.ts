import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { asText } from '../../../util/json/json-input.ts';
import { browseLevel } from '../../../operations/search/browse.ts';
import { readCount, readPage } from '../read-search.ts';
import { action } from '../resource.ts';

/**
 * `POST /entities?action=browse`: content of a path in the browse tree (v1): first the child groups with their entity
 * counts, then the entities whose path ends there.
 */
export const browse = action(browseLevel, async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entity'], 'entity'));
  const steps = asText(input['path'], 'path').replace(/^\/|\/$/g, '');
  const path = steps === '' ? [] : steps.split('/');
  const [start, count] = [readCount(input, 'start', 0), readCount(input, 'limit', 10)];
  const searched = { entityTypes: [entity.name], query: '*' };
  const { filter, flags } = readPage({ filter: input['filter'] ?? null }, searched);
  const search = { ...searched, filter, flags };
  const level = await requester.run(browseLevel, { tree: 'browsePaths', path, search, start, count });
  const { numGroups, numEntities, totalNumEntities } = level;
  return {
    value: {
      from: start,
      pageSize: count,
      numGroups,
      numEntities,
      numElements: numGroups + numEntities,
      groups: level.groups.map((group) => ({ name: group.name, count: group.count })),
      entities: level.entities.map(({ urn }) => ({ name: urn, urn })),
      metadata: { path: path.map((step) => `/${step}`).join(''), totalNumEntities },
    },
  };
});
