import type { JsonObject, JsonValue } from '../util/json.ts';
import type { AspectKey, AuditStamp, SystemMetadata } from './aspect.ts';

/** What a proposal asks for, by DataHub's names. */
export type ChangeType = 'UPSERT' | 'CREATE' | 'CREATE_ENTITY' | 'UPDATE' | 'PATCH' | 'DELETE' | 'RESTATE';

/** One operation of a patch. The path addresses elements of keyed arrays by their keys. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** JSON Patch over a view of the aspect in which arrays with keys are maps. */
export interface AspectPatch {
  readonly operations: readonly PatchOperation[];
  /** Key fields by name of the array field; absent: the aspect's built-in keys. */
  readonly arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>;
}

/** Conditions under which a write may happen, from the headers of a proposal. */
export interface WriteCondition {
  /** `systemMetadata.version` that must be current; `-1`: the aspect must not exist. */
  readonly ifVersionMatch?: string;
  /** Epoch ms; the aspect must have been modified after it. */
  readonly ifModifiedSince?: number;
  /** Epoch ms; the aspect must not have been modified after it. */
  readonly ifUnmodifiedSince?: number;
  /** `*`: with CREATE and CREATE_ENTITY, skip silently what exists. */
  readonly ifNoneMatch?: '*';
}

interface ProposalParts extends AspectKey {
  readonly systemMetadata?: Partial<SystemMetadata>;
  readonly condition?: WriteCondition;
  /** The batch is to be answered when searches find it, also where the index lags behind. */
  readonly awaitsIndex?: boolean;
}

/** Request to change one aspect. Deleting the key aspect deletes the entity. */
export type MetadataChangeProposal = ProposalParts &
  (
    | {
        readonly changeType: Exclude<ChangeType, 'PATCH' | 'DELETE'>;
        readonly value: JsonObject;
        /** Property assignments of this proposal that are new or changed get this stamp. */
        readonly stampAssignments?: AuditStamp;
      }
    | { readonly changeType: 'PATCH'; readonly patch: AspectPatch; readonly stampAssignments?: AuditStamp }
    | { readonly changeType: 'DELETE' }
  );
