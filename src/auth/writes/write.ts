import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { AspectPatch, MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataQuery } from '../../query/metadata-query.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Actor } from '../actor.ts';
import type { Authorizer } from '../authorizer.ts';
import type { Grants } from '../grants.ts';

/** Effect of a write on its aspect, or on its entity as a whole. The first aspect of an entity creates it. */
export type WriteKind = 'create' | 'update' | 'remove';

/** The parts of a write that determine the rights it needs. Deleting timeseries points has neither value nor patch. */
export type ProposedWrite = Pick<MetadataChangeProposal, 'urn' | 'aspectName' | 'changeType'> & {
  readonly value?: JsonObject;
  readonly patch?: AspectPatch;
};

/** A write to be checked. */
export interface Write {
  readonly urn: Urn;
  readonly operation: WriteKind;
  /** Undefined: the entity as a whole. */
  readonly aspectName: string | undefined;
  /** Absent for a patch, and where nothing is written. */
  readonly value?: JsonObject | undefined;
  readonly patch?: AspectPatch | undefined;
  /** The domains that the batch assigns to an entity that it creates. Absent: none. */
  readonly domains?: readonly Urn[] | undefined;
}

/** Dependencies of the write checks. */
export interface WriteCheckParts {
  readonly actor: Actor;
  readonly authorizer: Authorizer;
  readonly query: Pick<MetadataQuery, 'existing' | 'getEntities'>;
  readonly registry: EntityRegistry;
  /** What the operation was granted. */
  readonly grants: Grants;
  /** Entities that the operation has looked up and that exist; others are looked up to judge a write to them. */
  readonly seen: ReadonlySet<Urn>;
}
