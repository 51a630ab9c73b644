import type { Urn } from '../../model/urn.ts';
import type { LogEntry } from '../metadata-store.ts';

/**
 * Entries grouped by urn to keep log rows short: `[[urn, aspect, ..., -aspect]]`, where `-` marks a deletion, followed by a
 * space and its run if it has one, and `=` an invisible change (`LogEntry.isInvisible`).
 */
export type EntryGroups = readonly (readonly [Urn, ...string[]])[];

/** JSON of the entries of a log row. */
export function entriesText(entries: readonly LogEntry[]): string {
  const byUrn = new Map<Urn, string[]>();
  for (const { urn, aspectName, changeType, isInvisible, runId } of entries) {
    const names = byUrn.get(urn) ?? [];
    const run = runId === undefined ? '' : ` ${runId}`;
    names.push(`${changeType === 'DELETE' ? '-' : isInvisible === true ? '=' : ''}${aspectName}${run}`);
    byUrn.set(urn, names);
  }
  return JSON.stringify([...byUrn].map(([urn, names]) => [urn, ...names]) satisfies EntryGroups);
}

/** Inverse of `entriesText`, from parsed JSON. */
export function entriesOf(groups: EntryGroups): LogEntry[] {
  return groups.flatMap(([urn, ...names]) => names.map((name) => entryOf(urn, name)));
}

function entryOf(urn: Urn, name: string): LogEntry {
  if (name.startsWith('-')) {
    const [, aspectName = '', runId] = /^-(\S*)(?: (.*))?$/s.exec(name) ?? [];
    return { urn, aspectName, changeType: 'DELETE', ...(runId !== undefined && { runId }) };
  }
  if (name.startsWith('='))
    return { urn, aspectName: name.slice(1), changeType: 'UPSERT', isInvisible: true };
  return { urn, aspectName: name, changeType: 'UPSERT' };
}
