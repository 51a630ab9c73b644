import type { Urn } from '../../model/urn.ts';
import type { ReportIncomplete } from './incomplete.ts';

/** Maximum number of documents kept, so that each is logged once. */
const MOST_LOGGED = 1_000;

/** Logs each incomplete document once, and again when the missing part changes. */
export function createIncompleteLog(warn: (message: string) => void): ReportIncomplete {
  const logged = new Map<Urn, string>();
  return (urn, reason) => {
    if (logged.get(urn) === reason) return;
    if (logged.size >= MOST_LOGGED) logged.clear();
    logged.set(urn, reason);
    warn(`The search index lacks a part of ${urn} (${reason}). 'colophon doctor' lists all such entities.`);
  };
}
