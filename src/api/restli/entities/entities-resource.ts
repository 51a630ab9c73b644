import { applyRetention } from '../operations.ts';
import type { Resource } from '../resource.ts';
import { autocomplete } from './autocomplete.ts';
import { browse } from './browse.ts';
import { deleteEntity } from './delete-entity.ts';
import { deleteReferences } from './delete-references.ts';
import { ingestSnapshot, ingestSnapshots } from './ingest-snapshots.ts';
import { batchGetEntities, batchGetSnapshots, getEntity, getSnapshot } from './read-entities.ts';
import {
  batchGetTotalEntityCount,
  filter,
  getTotalEntityCount,
  list,
  listUrns,
  scrollAcrossEntities,
  search,
  searchAcrossEntities,
} from './search.ts';
import { deleteAll, exists, getBrowsePaths, setWritable } from './status-actions.ts';

/** `/entities`: entities as snapshots, and actions on entities. */
export const ENTITIES: Resource = {
  name: 'entities',
  get: getSnapshot,
  list: batchGetSnapshots,
  actions: {
    ingest: ingestSnapshot,
    batchIngest: ingestSnapshots,
    delete: deleteEntity,
    deleteReferences,
    deleteAll,
    applyRetention,
    search,
    searchAcrossEntities,
    scrollAcrossEntities,
    filter,
    list,
    listUrns,
    autocomplete,
    browse,
    getTotalEntityCount,
    batchGetTotalEntityCount,
    exists,
    setWritable,
    getBrowsePaths,
  },
};

/** `/entitiesV2`: entities with their aspects in envelopes. */
export const ENTITIES_V2: Resource = {
  name: 'entitiesV2',
  get: getEntity,
  list: batchGetEntities,
  actions: {},
};
