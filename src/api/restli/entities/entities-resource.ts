import { trimVersions } from '../operations-resource.ts';
import type { Resource } from '../resource.ts';
import { autocomplete } from './autocomplete.ts';
import { browse } from './browse.ts';
import { deleteEntityOrPoints } from './delete-entity.ts';
import { deleteReferencesTo } from './delete-references.ts';
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
import { deleteAll, exists, getBrowsePaths, setWriteMode } from './status-actions.ts';

/** `/entities`: entities as snapshots, and actions on entities. */
export const ENTITIES: Resource = {
  name: 'entities',
  get: getSnapshot,
  list: batchGetSnapshots,
  actions: {
    ingest: ingestSnapshot,
    batchIngest: ingestSnapshots,
    delete: deleteEntityOrPoints,
    deleteReferences: deleteReferencesTo,
    deleteAll,
    applyRetention: trimVersions,
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
    setWritable: setWriteMode,
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
