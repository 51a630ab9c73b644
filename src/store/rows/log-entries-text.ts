import type { Urn } from '../../model/urn.ts';
import type { LogEntry } from '../metadata-store.ts';

/**
 * Entries grouped by urn to keep log rows short: `[[urn, aspect, ..., -aspect]]`, where `-` marks a deletion, followed by a
 * space and its run if it has one, and `=` an invisible change (`LogEntry.isInvisible`).
 */
export type EntryGroups = readonly EntryGroup[];

type EntryGroup = readonly [Urn, ...string[]];

/** Groups as they are stored: a mere urn has the aspects of the group before it. */
export type StoredGroups = readonly (EntryGroup | Urn)[];

/** JSON of the entries of a log row. */
export function entriesText(entries: readonly LogEntry[]): string {
  return JSON.stringify(groupsOf(entries) satisfies StoredGroups);
}

/**
 * The same, without repeated lists of aspects. Not for a store that processes of an earlier version, which do not understand it, read
 * at the same time.
 */
export function shortEntriesText(entries: readonly LogEntry[]): string {
  let before: readonly string[] = [];
  const stored: StoredGroups = groupsOf(entries).map((group) => {
    const [urn, ...names] = group;
    const isRepeated = names.length === before.length && names.every((name, i) => name === before[i]);
    before = names;
    return isRepeated ? urn : group;
  });
  return JSON.stringify(stored);
}

function groupsOf(entries: readonly LogEntry[]): EntryGroups {
  const byUrn = new Map<Urn, string[]>();
  for (const { urn, aspectName, changeType, isInvisible, runId } of entries) {
    const names = byUrn.get(urn) ?? [];
    const run = runId === undefined ? '' : ` ${runId}`;
    names.push(`${changeType === 'DELETE' ? '-' : isInvisible === true ? '=' : ''}${aspectName}${run}`);
    byUrn.set(urn, names);
  }
  return [...byUrn].map(([urn, names]) => [urn, ...names]);
}

/** The groups that stored ones stand for. */
export function wholeGroups(stored: StoredGroups): EntryGroups {
  let before: readonly string[] = [];
  return stored.map((group): EntryGroup => {
    if (typeof group === 'string') return [group, ...before];
    [, ...before] = group;
    return group;
  });
}

/** Inverse of `entriesText` and `shortEntriesText`, from parsed JSON. */
export function entriesOf(stored: StoredGroups): LogEntry[] {
  return wholeGroups(stored).flatMap(([urn, ...names]) => names.map((name) => entryOf(urn, name)));
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
