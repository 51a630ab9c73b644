import * as v from 'valibot';
import { readAgentCalls, type AgentCall } from '../../auth/audit/agent-calls.ts';
import { CatalogError } from '../../errors.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import { numeric } from '../../util/json/json-members.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';

const DEFAULT_COUNT = 20;
const MOST_CALLS = 100;
const COUNT = `a whole number from 1 to ${MOST_CALLS}`;
/** Maximum entities of a call that are named. */
const MOST_NAMED = 10;

/**
 * The latest calls of the caller's agents that wrote or were refused, newest first; with a restricted token, only its own.
 * Calls that only read are not recorded.
 */
export const listAgentCalls = defineProtected({
  name: 'listAgentCalls',
  effect: 'read',
  summary: 'Lists the latest calls of your agents that wrote or were refused, newest first.',
  needs: TOKEN,
  isLong: true,
  input: () =>
    objectOf({
      count: v.nullish(
        described(
          'Maximum number of calls.',
          v.pipe(v.number(COUNT), v.integer(COUNT), v.minValue(1, COUNT), v.maxValue(MOST_CALLS, COUNT)),
        ),
        DEFAULT_COUNT,
      ),
    }),
  run: async ({ count }, { actor, anyScope, services }) => {
    const { restriction, tokenId, urn } = actor;
    const own = restriction === undefined ? undefined : tokenId;
    const [calls, edits] = await Promise.all([
      readAgentCalls(services.audit, { actor: urn, tokenId: own, count }, anyScope),
      services.bulkEdits.list(urn),
    ]);
    const names = await tokenNames(calls, services);
    return calls.map((call) => {
      const { client, operation, reason, tokenId: token = '' } = call.origin;
      return {
        time: call.time,
        tool: operation,
        tokenId: token,
        /** Undefined if the token has been revoked. */
        tokenName: names.get(token),
        client,
        reason,
        refusedFor: call.refusedFor,
        commit: call.commits[0],
        edit: editOf(call, edits)?.id,
        entities: call.urns.size,
        urns: [...call.urns].slice(0, MOST_NAMED),
      };
    });
  },
});

/** The edit that the call started: in one commit, or as a job that ran at that time. */
function editOf({ commits, time }: AgentCall, edits: readonly JobReport[]): JobReport | undefined {
  return edits.find(({ finishedAt = Infinity, result, startedAt = Infinity }) => {
    const commit = numeric(result?.['commit']);
    if (commit !== undefined) return commits.includes(commit);
    return commits.length > 0 && startedAt <= time && time <= finishedAt;
  });
}

async function tokenNames(
  calls: readonly AgentCall[],
  { tokens }: ProtectedWork['services'],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(calls.flatMap(({ origin }) => origin.tokenId ?? []))];
  const named = ids.map(async (id): Promise<readonly [string, string] | undefined> => {
    try {
      return [id, (await tokens.get(id)).name];
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  });
  return new Map((await Promise.all(named)).filter((one) => one !== undefined));
}
