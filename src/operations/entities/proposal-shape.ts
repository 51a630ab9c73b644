import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { SystemMetadata } from '../../model/aspect.ts';
import type { JsonValue } from '../../util/json.ts';
import { list } from '../input-types.ts';
import { FLAG, NUMBER, OBJECT, TEXT, URN, objectAs, objectOf, oneOf } from '../shapes.ts';
import type { ReadProposal } from './write-each.ts';

const ANY_VALUE: v.GenericSchema<JsonValue> = v.any();

const PATCH_OPERATION = objectOf({
  op: oneOf(['add', 'replace', 'remove', 'test', 'move', 'copy']),
  path: TEXT,
  from: v.exactOptional(TEXT),
  value: v.exactOptional(ANY_VALUE),
});

const PATCH = objectOf({
  operations: list(PATCH_OPERATION),
  // Not `v.record`: it drops names such as `constructor`.
  arrayPrimaryKeys: v.exactOptional(objectAs<Readonly<Record<string, readonly string[]>>>()),
});

const CONDITION = objectOf({
  ifVersionMatch: v.exactOptional(TEXT),
  ifModifiedSince: v.exactOptional(NUMBER),
  ifUnmodifiedSince: v.exactOptional(NUMBER),
  ifNoneMatch: v.exactOptional(v.literal('*')),
});

const PARTS = {
  urn: URN,
  aspectName: TEXT,
  systemMetadata: v.exactOptional(objectAs<Partial<SystemMetadata>>()),
  condition: v.exactOptional(CONDITION),
  awaitsIndex: v.exactOptional(FLAG),
};

const PROPOSAL = v.variant('changeType', [
  objectOf({
    ...PARTS,
    changeType: oneOf(['UPSERT', 'CREATE', 'CREATE_ENTITY', 'UPDATE', 'RESTATE']),
    value: OBJECT,
  }),
  objectOf({ ...PARTS, changeType: v.literal('PATCH'), patch: PATCH }),
  objectOf({ ...PARTS, changeType: v.literal('DELETE') }),
]);

/** A list of changes of aspects; their values are checked by the metadata model. */
export const PROPOSALS = list(PROPOSAL);

/** A proposal, or the error of one that could not be parsed. */
const READ_PROPOSAL: v.GenericSchema<v.InferInput<typeof PROPOSAL> | CatalogError, ReadProposal> = {
  ...PROPOSAL,
  '~run': (dataset, config) =>
    dataset.value instanceof CatalogError
      ? { typed: true, value: dataset.value }
      : PROPOSAL['~run'](dataset, config),
};

/** Independent proposals of a request, or their errors. */
export const READ_PROPOSALS = list(READ_PROPOSAL);
