import { isJsonObject } from '../../util/json.ts';
import { TRANSFER_ORDER, type TransferProgress } from './transfer.ts';

/** Parses the progress that a target has stored as JSON; throws when it is malformed. */
export function parseProgress(text: unknown): TransferProgress {
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  if (isJsonObject(value)) {
    const { from, source, table: name } = value;
    const table = TRANSFER_ORDER.find((known) => known === name);
    const isPlace = from === undefined || typeof from === 'string';
    if (typeof source === 'string' && table === name && isPlace) return { source, table, from };
  }
  throw new Error(`The target contains an invalid progress of a copy: ${String(text)}`);
}
