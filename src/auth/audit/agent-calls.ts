import type { AuditEvent, RequestOrigin } from '../../model/access/audit-event.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { AuditStore } from '../../store/audit-store.ts';
import { isSeen, type AuditScope } from './audit-trail.ts';
import { newestEvents } from './newest-events.ts';

/** A call of a tool that wrote something, or was refused. */
export interface AgentCall {
  /** Epoch ms of its first event. */
  readonly time: number;
  readonly origin: RequestOrigin;
  /** Privilege that the caller lacked; undefined: it wrote. */
  readonly refusedFor: string | undefined;
  readonly commits: readonly Sequence[];
  /** The visible entities that it changed. */
  readonly urns: ReadonlySet<Urn>;
}

/** Whose calls to read. */
export interface AgentCallQuery {
  readonly actor: Urn;
  /** Only calls with this token; undefined: with any. */
  readonly tokenId: string | undefined;
  /** Maximum number of calls. */
  readonly count: number;
}

/** Maximum events scanned: a person may also write without tools. */
const MOST_EVENTS = 5_000;

/** The latest calls of a person's agents, newest first, without entities that the scope hides. */
export async function readAgentCalls(
  store: Pick<AuditStore, 'newest'>,
  { actor, count, tokenId }: AgentCallQuery,
  scope: AuditScope & Pick<Scope, 'settle'>,
): Promise<readonly AgentCall[]> {
  const calls = new Map<string, AgentCall>();
  const newest = { time: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const query = { actors: [actor], kinds: ['change', 'denied'], before: newest } as const;
  for await (const events of newestEvents(store, query, MOST_EVENTS)) {
    const called = events.filter(
      ({ origin }) => origin?.protocol === 'agent' && (tokenId === undefined || origin.tokenId === tokenId),
    );
    await scope.settle([...new Set(called.flatMap(({ aspects }) => aspects.map(({ urn }) => urn)))]);
    for (const event of called) {
      if (event.origin === undefined) continue;
      const { requestId } = event.origin;
      const known = calls.get(requestId);
      if (known === undefined && calls.size === count) return [...calls.values()];
      calls.set(requestId, withEvent(known, event, event.origin, scope));
    }
  }
  return [...calls.values()];
}

/** Adds an earlier event to a call. */
function withEvent(
  known: AgentCall | undefined,
  { aspects, commit, kind, privilege = '', time }: AuditEvent,
  origin: RequestOrigin,
  scope: AuditScope,
): AgentCall {
  const seen = aspects.filter((aspect) => isSeen(aspect, scope)).map(({ urn }) => urn);
  return {
    time,
    origin,
    refusedFor: known?.refusedFor ?? (kind === 'denied' ? privilege : undefined),
    commits: [...(commit === undefined ? [] : [commit]), ...(known?.commits ?? [])],
    urns: new Set([...seen, ...(known?.urns ?? [])]),
  };
}
