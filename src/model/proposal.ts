import type { JsonObject, JsonValue } from '../util/json.ts';
import type { AspectKey, AuditStamp, SystemMetadata } from './aspect.ts';
import type { Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/** Change types, by DataHub's names. */
export type ChangeType = 'UPSERT' | 'CREATE' | 'CREATE_ENTITY' | 'UPDATE' | 'PATCH' | 'DELETE' | 'RESTATE';

/** One operation of a patch. In the path, elements of keyed arrays are addressed by key. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** JSON Patch, applied to a view of the aspect in which keyed arrays are maps. */
export interface AspectPatch {
  readonly operations: readonly PatchOperation[];
  /** Key fields by name of the array field; absent: the built-in keys of the aspect. */
  readonly arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>;
}

/** Conditions of a conditional write, from the headers of a proposal. */
export interface WriteCondition {
  /** Required current `systemMetadata.version`; `-1`: the aspect must not exist. */
  readonly ifVersionMatch?: string;
  /** Epoch ms; the aspect must have been modified after it. */
  readonly ifModifiedSince?: number;
  /** Epoch ms; the aspect must not have been modified after it. */
  readonly ifUnmodifiedSince?: number;
  /** `*`: CREATE and CREATE_ENTITY silently skip existing aspects and entities. */
  readonly ifNoneMatch?: '*';
}

interface ProposalParts extends AspectKey {
  readonly systemMetadata?: Partial<SystemMetadata>;
  readonly condition?: WriteCondition;
  /**
   * Sequence of the deletion that this proposal undoes: values derived from other entities are recomputed, and
   * property values hidden from the writer are restored together with the visible ones.
   */
  readonly restores?: Sequence;
  /** Respond only after the search index has caught up with the write. */
  readonly awaitsIndex?: boolean;
}

/** Request to change one aspect. Deleting the key aspect deletes the entity. */
export type MetadataChangeProposal = ProposalParts &
  (
    | {
        readonly changeType: Exclude<ChangeType, 'PATCH' | 'DELETE'>;
        readonly value: JsonObject;
        /** Stamp for the new and changed property assignments of this proposal. */
        readonly stampAssignments?: AuditStamp;
        /** See `ProposedDefinition.keepValues`. The writer must have checked that no entity has a removed value. */
        readonly keepValues?: true;
      }
    | { readonly changeType: 'PATCH'; readonly patch: AspectPatch; readonly stampAssignments?: AuditStamp }
    | {
        readonly changeType: 'DELETE';
        /**
         * Removes an asset from its version set. If it is the latest version, the successor, if any, becomes the
         * latest.
         */
        readonly unlinks?: { readonly successor: Urn | undefined };
      }
  );
