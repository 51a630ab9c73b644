import type { Actor } from '../auth/actor.ts';
import { noteAgent } from '../auth/audit/request-scope.ts';
import { CatalogError, invalidRequest } from '../errors.ts';
import type { JobReport } from '../model/maintenance/job-report.ts';
import type { OpenPlan, Runner } from '../operations/plans/planner.ts';
import { applied as applyPlanned, planOf } from '../operations/plans/planners.ts';
import { PLAN_VALID_MS, type NamedPlan, type Plans } from '../operations/plans/plans.ts';
import type { ChangeQuery } from '../query/changes/change-query.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { Lease } from '../store/leases.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';
import { numeric, object } from '../util/json/json-members.ts';

/** Dependencies of plans. */
export interface PlanParts {
  readonly store: Pick<MetadataStore, 'jobs' | 'leases'>;
  readonly changes: Pick<ChangeQuery, 'catchUp' | 'cursorOf'>;
  readonly requesterFor: (actor: Actor) => Runner;
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** How long a call waits while another one applies the same plan, and how often it looks, in ms. */
const PATIENCE = 10_000;
const INTERVAL = 100;

/** What the report of a plan keeps. */
interface KeptPlan extends JsonObject {
  readonly kind: string;
  readonly reason?: string | undefined;
  readonly runId: string;
  readonly content: JsonObject;
  /** Cursor of the change feed before the first attempt to apply it. */
  readonly since?: string;
  /** Result of applying it. */
  readonly applied?: JsonObject;
}

interface StoredPlan {
  readonly report: JobReport;
  readonly kept: KeptPlan;
}

/** Opens the plans of a catalog, which all its processes share. */
export function openPlans(parts: PlanParts): Plans {
  const { newId, now, requesterFor, store } = parts;
  return {
    make: async (actor, request) => {
      const { content, shown } = await planOf(request, requesterFor(actor));
      if (content === undefined) return shown;
      const { kind, reason } = request;
      const kept: KeptPlan = { kind, reason, runId: `plan-${newId()}`, content };
      const { id } = await store.jobs.add(reportOf(kept, actor, now()), now());
      return { plan: nameOf(id), ...shown };
    },
    apply: async (actor, named) => {
      const { report } = await ownPlan(named, actor, parts);
      await using lease = await turnOf(report.id, parts);
      return await applyOnce(named, actor, lease, parts);
    },
    applyAtOnce: async (actor, request) => {
      const runner = requesterFor(actor);
      const { content, shown } = await planOf(request, runner);
      if (content === undefined || numeric(shown['failed']) !== 0) return shown;
      const { kind, reason } = request;
      const since = await nowIn(parts);
      const plan = { name: undefined, reason, content, runId: `direct-${newId()}`, since, isRetry: false };
      return { ...shown, ...(await applyPlanned(kind, plan, runner)) };
    },
  };
}

function reportOf(
  result: KeptPlan,
  { tokenId, urn: owner }: Actor,
  startedAt: number,
): Omit<JobReport, 'id'> {
  return {
    kind: 'plan',
    owner,
    ...(tokenId !== undefined && { token: tokenId }),
    state: 'waiting',
    phase: 'plan',
    done: 0,
    total: 1,
    startedAt,
    finishedAt: undefined,
    result,
    error: undefined,
  };
}

/** Applies the plan, while no other call in any process does. */
async function applyOnce(
  named: NamedPlan,
  actor: Actor,
  { lost }: Pick<Lease, 'lost'>,
  parts: PlanParts,
): Promise<JsonObject> {
  const { now, requesterFor, store } = parts;
  const stored = await ownPlan(named, actor, parts);
  const { kept, report } = stored;
  if (kept.applied !== undefined) return kept.applied;
  if (now() - (report.startedAt ?? 0) > PLAN_VALID_MS)
    throw new CatalogError('GONE', `Plan ${named.plan} is older than an hour. Plan again.`);
  const since = kept.since ?? (await nowIn(parts));
  const put = (change: Partial<KeptPlan>, end: Partial<JobReport> = {}): Promise<void> =>
    store.jobs.put({ report: { ...report, ...end, result: { ...kept, since, ...change } }, heardAt: now() });
  // Stored first, so that the next attempt knows that this one may have written.
  if (kept.since === undefined) await put({});
  noteAgent({ reason: kept.reason });
  const { content, reason, runId } = kept;
  const plan: OpenPlan = {
    name: named.plan,
    reason,
    content,
    runId,
    since,
    isRetry: kept.since !== undefined,
  };
  lost.throwIfAborted();
  const applied = await applyPlanned(named.kind, plan, requesterFor(actor));
  await put({ applied }, { state: 'succeeded', done: 1, finishedAt: now() });
  return applied;
}

/** The plan of this person and this token. Others look like missing ones. */
async function ownPlan(
  { kind, plan }: NamedPlan,
  actor: Actor,
  { store }: Pick<PlanParts, 'store'>,
): Promise<StoredPlan> {
  const id = /^p([1-9]\d{0,14})$/.exec(plan)?.[1];
  const report = id === undefined ? undefined : (await store.jobs.last('plan', Number(id)))?.report;
  if (report?.owner !== actor.urn || report.token !== actor.tokenId) {
    throw new CatalogError(
      'NOT_FOUND',
      'You have no such plan with this token. Only the latest 20 are kept, for an hour. Plan again.',
      { problems: [{ code: 'NOT_FOUND', message: 'There is no such plan.', field: 'plan' }] },
    );
  }
  // Only `make` and `applyOnce` write it.
  const kept = object(report.result) as KeptPlan;
  if (kept.kind === kind) return { report, kept };
  throw invalidRequest(
    `Plan ${plan} does something else (${kept.kind}). Send it to the tool that made it.`,
    'plan',
  );
}

async function turnOf(id: number, { store }: PlanParts): Promise<Lease> {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    return await awaitLease(store.leases, nameOf(id), { signal, interval: INTERVAL });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CatalogError('CONFLICT', `Plan ${nameOf(id)} is being applied. Send it again.`);
  }
}

async function nowIn({ changes }: PlanParts): Promise<string> {
  // Other processes may have written.
  await changes.catchUp();
  return changes.cursorOf('now', 'since');
}

function nameOf(id: number): string {
  return `p${id}`;
}
