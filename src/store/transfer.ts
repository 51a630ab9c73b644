/** A value of a column: nothing but what every engine keeps exactly. */
export type TransferCell = string | number | null;

/** A row as the values of the columns of its table, in their order. */
export type TransferRow = readonly TransferCell[];

/**
 * Everything that a store keeps, as tables that every engine can read and write; rows refer to rows of earlier tables
 * only. Times are epoch ms, and what is structured is JSON text as it was written.
 */
export const TRANSFER_TABLES = {
  entity: ['id', 'urn', 'createdon', 'createdby', 'systemmetadata'],
  aspect: [
    ...['entity_id', 'aspect', 'version', 'metadata', 'systemmetadata', 'createdon', 'createdby'],
    ...['sequence', 'internal'],
  ],
  point: [
    ...['entity_id', 'aspect', 'timestamp', 'point_key', 'metadata', 'systemmetadata', 'createdon'],
    ...['createdby', 'sequence'],
  ],
  change_log: ['sequence', 'createdon', 'createdby', 'entries'],
  property_generation: [
    ...['property_urn', 'generation', 'qualified_name', 'entity_types', 'ended', 'removal', 'dropped_from'],
  ],
  audit_event: ['id', 'time', 'kind', 'actor', 'sequence', 'subjects', 'details'],
  audit_entity: ['urn_hash', 'time', 'event_id'],
} as const satisfies Record<string, readonly string[]>;

/** Name of a table. */
export type TransferTable = keyof typeof TRANSFER_TABLES;

/** The tables in the order in which they are written. */
export const TRANSFER_ORDER: readonly TransferTable[] = [
  ...(['entity', 'aspect', 'point', 'change_log', 'property_generation'] as const),
  ...(['audit_event', 'audit_entity'] as const),
];

/** Rows of a table, and where the next page begins; undefined after the last. */
export interface TransferPage {
  readonly rows: readonly TransferRow[];
  readonly next: string | undefined;
}

/** Reads a store that nobody writes meanwhile. */
export interface TransferReader {
  count(table: TransferTable): Promise<number>;
  /** Rows from a place on; undefined is the beginning, otherwise what the page before told. */
  read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage>;
}

/** A store to be copied; whoever disposes it gives it back to others. */
export interface TransferSource extends TransferReader, AsyncDisposable {
  /** Tells one catalog, at one moment of its life, from others. */
  readonly state: string;
}

/** How far a copy has come. */
export interface TransferProgress {
  /** State of the source. */
  readonly source: string;
  /** Every table before this one has been written; undefined when all have. */
  readonly table: TransferTable | undefined;
  /** Up to here this one has been written, too. */
  readonly from: string | undefined;
}

/** A store that a copy is written into. Nobody can take it for a catalog before it is finished. */
export interface TransferTarget extends TransferReader, AsyncDisposable {
  /** What an earlier copy has left, for going on; undefined for an empty store. */
  readonly progress: TransferProgress | undefined;
  /** Writes rows and notes the progress that is reached with them, both or neither. */
  write(table: TransferTable, rows: readonly TransferRow[], progress: TransferProgress): Promise<void>;
  /** Makes it a catalog, which goes on where the source ended. */
  finish(): Promise<void>;
}
