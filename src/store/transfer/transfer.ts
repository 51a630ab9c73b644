import type { ChangeLogReader } from '../metadata-store.ts';

/** Value of a column: only types that every engine stores exactly. */
export type TransferCell = string | number | null;

/** Values of a row, in the column order of its table. */
export type TransferRow = readonly TransferCell[];

/**
 * The whole content of a store as tables and columns that every engine can read and write. Times are epoch ms;
 * structured values are JSON text, copied verbatim.
 */
export const TRANSFER_TABLES = {
  entity: ['id', 'urn', 'createdon', 'createdby', 'systemmetadata', 'createdin'],
  aspect: [
    'entity_id',
    'aspect',
    'version',
    'metadata',
    'systemmetadata',
    'createdon',
    'createdby',
    'sequence',
    'internal',
  ],
  point: [
    'entity_id',
    'aspect',
    'timestamp',
    'point_key',
    'metadata',
    'systemmetadata',
    'createdon',
    'createdby',
    'sequence',
  ],
  deleted_aspect: [
    'urn',
    'deleted',
    'aspect',
    'version',
    'deletedon',
    'deletedby',
    'metadata',
    'systemmetadata',
    'createdon',
    'createdby',
    'sequence',
    'internal',
  ],
  change_log: ['sequence', 'createdon', 'createdby', 'entries'],
  property_generation: [
    'property_urn',
    'generation',
    'qualified_name',
    'entity_types',
    'ended',
    'removal',
    'dropped_from',
  ],
  job: ['id', 'kind', 'report', 'heard_at', 'owner'],
  audit_event: ['id', 'time', 'kind', 'actor', 'sequence', 'subjects', 'details'],
  audit_entity: ['urn_hash', 'time', 'event_id'],
} as const satisfies Record<string, readonly string[]>;

/** Name of a table. */
export type TransferTable = keyof typeof TRANSFER_TABLES;

/** Tables in copy order: rows refer only to rows of earlier tables. */
export const TRANSFER_ORDER: readonly TransferTable[] = [
  'entity',
  'aspect',
  'point',
  'deleted_aspect',
  'change_log',
  'property_generation',
  'job',
  'audit_event',
  'audit_entity',
];

/** A page of rows. A page below the limit, even an empty one, may have a next one. */
export interface TransferPage {
  readonly rows: readonly TransferRow[];
  /** `from` of the next page; undefined after the last page. */
  readonly next: string | undefined;
}

/** Reads all rows of a store that nobody writes during the transfer. */
export interface TransferReader {
  count(table: TransferTable): Promise<number>;
  /** A page of at most `limit` rows in key order; `from` is `next` of the previous page, undefined for the first. */
  read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage>;
}

/** A store to copy from, locked against writes of other processes until it is disposed. */
export interface TransferSource extends TransferReader, AsyncDisposable {
  /** Identifies the catalog and its current state. */
  readonly state: string;
  readonly identity: CatalogIdentity;
}

/** Identifies a catalog; kept by copies. */
export type CatalogIdentity = Pick<ChangeLogReader, 'catalogId' | 'hadCommitIds'>;

/** Progress of a copy. */
export interface TransferProgress {
  /** `state` of the source. */
  readonly source: string;
  /** The table to continue with; all earlier tables are complete. Undefined when all are. */
  readonly table: TransferTable | undefined;
  /** Page of `table` to continue with; undefined: its first. */
  readonly from: string | undefined;
}

/** A store to copy into. No server opens it as a catalog until `finish` succeeded. */
export interface TransferTarget extends TransferReader, AsyncDisposable {
  /** Progress of an interrupted copy; undefined for an empty store. */
  readonly progress: TransferProgress | undefined;
  /** Writes rows and the progress reached with them in one durable transaction. */
  write(table: TransferTable, rows: readonly TransferRow[], progress: TransferProgress): Promise<void>;
  /** Turns the copy into a catalog with the identity of the source; continues the source's numbering. */
  finish(identity: CatalogIdentity): Promise<void>;
}
