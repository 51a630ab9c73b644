import type { MetadataChangeProposal } from '../model/proposal.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import type { Reading } from './work.ts';
import { upsertOf } from '../model/proposal-builders.ts';
import { stampNow } from './stamp-now.ts';

/** Ownership type of the creator of an entity, if it exists in the catalog; else legacy type NONE. */
const TECHNICAL_OWNER = parseUrn('urn:li:ownershipType:__system__technical_owner');

/** Proposal that makes the caller the owner of a new entity. */
export async function creatorOwnership(urn: Urn, reading: Reading): Promise<MetadataChangeProposal> {
  const stamp = stampNow(reading);
  const hasType = (await reading.query.existing([TECHNICAL_OWNER], reading.scope)).has(TECHNICAL_OWNER);
  const owner = hasType
    ? { owner: stamp.actor, type: 'TECHNICAL_OWNER', typeUrn: TECHNICAL_OWNER }
    : { owner: stamp.actor, type: 'NONE' };
  return upsertOf(urn, 'ownership', { owners: [owner], lastModified: { ...stamp } });
}
