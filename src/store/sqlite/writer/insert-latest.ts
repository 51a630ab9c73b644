/** Inserts the latest version of an aspect: entity, aspect, content in the order of the table, checksum. */
export const INSERT_LATEST = 'INSERT INTO aspect VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)';
