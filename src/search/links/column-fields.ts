/** Index field of the downstream columns in an entity's column lineage. */
export const DOWNSTREAM_COLUMNS = 'column:downstream';
/** Index field of the upstream columns in an entity's column lineage. */
export const UPSTREAM_COLUMNS = 'column:upstream';
