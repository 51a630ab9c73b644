import type { Urn } from '../model/urn.ts';
import type { LogEntry } from './metadata-store.ts';

/**
 * Entries grouped by urn, `[[urn, aspect, ..., -aspect]]`, where a leading `-` marks a deletion and a leading `=` what
 * nobody sees: a log row is short.
 */
export type EntryGroups = readonly (readonly [Urn, ...string[]])[];

/** The text of a log row. */
export function entriesText(entries: readonly LogEntry[]): string {
  const byUrn = new Map<Urn, string[]>();
  for (const { urn, aspectName, changeType, isUnseen } of entries) {
    const names = byUrn.get(urn) ?? [];
    names.push(`${changeType === 'DELETE' ? '-' : isUnseen === true ? '=' : ''}${aspectName}`);
    byUrn.set(urn, names);
  }
  return JSON.stringify([...byUrn].map(([urn, names]) => [urn, ...names]) satisfies EntryGroups);
}

/** The entries of the groups of a log row. */
export function entriesOf(groups: EntryGroups): LogEntry[] {
  return groups.flatMap(([urn, ...names]) => names.map((name) => entryOf(urn, name)));
}

function entryOf(urn: Urn, name: string): LogEntry {
  if (name.startsWith('-')) return { urn, aspectName: name.slice(1), changeType: 'DELETE' };
  if (name.startsWith('=')) return { urn, aspectName: name.slice(1), changeType: 'UPSERT', isUnseen: true };
  return { urn, aspectName: name, changeType: 'UPSERT' };
}
