import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { EVERYTHING } from '../model/scope.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { MOST_RUNS, renewRunSummary, type RenewalParts } from './renew-run-summary.ts';
import { summaryOfRuns } from './side-effects/assertion-run-summaries.ts';

const RUN = 'assertionRunEvent';
const TYPES = ['SUCCESS', 'FAILURE', 'ERROR', 'INIT'] as const;
type Outcome = (typeof TYPES)[number];

/** An action on the runs of an assertion. */
type Action =
  | { readonly kind: 'report'; readonly type: Outcome; readonly inRun: boolean }
  | { readonly kind: 'delete'; readonly from: number; readonly to: number }
  | { readonly kind: 'roll back' };

const time = fc.integer({ min: 0, max: 12 });
const actions = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('report' as const),
        type: fc.constantFrom(...TYPES),
        inRun: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), from: time, to: time }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back' as const) }) },
  ),
  { maxLength: 12 },
);

const pointOf = (type: Outcome, timestampMillis: number, urn: Urn) => ({
  timestampMillis,
  runId: 'r',
  asserteeUrn: 'urn:li:dataset:(urn:li:dataPlatform:hive,d,PROD)',
  assertionUrn: urn,
  status: 'COMPLETE',
  result: { type },
});

async function report(
  { change }: MaintainedCatalog,
  urn: Urn,
  value: ReturnType<typeof pointOf>,
  runId?: string,
) {
  const systemMetadata = runId === undefined ? {} : { systemMetadata: { runId } };
  await change.ingest(TEST_ACTOR, [{ urn, aspectName: RUN, changeType: 'UPSERT', value, ...systemMetadata }]);
}

async function storedIn({ store }: MaintainedCatalog, urn: Urn) {
  const summary = (await store.reader.rows([urn])).get(urn)?.rows.get('assertionRunSummary')?.aspect.value;
  const runs = (await store.reader.points({ urn, aspectName: RUN }, 2 * MOST_RUNS)).map(({ value }) => value);
  return { runs, summary: summary ?? {} };
}

describe('the summary of the runs of an assertion', () => {
  it('matches the remaining points after any concurrent reports, deletions and rollbacks', async () => {
    await using catalog = await MaintainedCatalog.open();
    const { change } = catalog;
    let number = 0;
    await fc.assert(
      fc.asyncProperty(actions, fc.boolean(), async (planned, atOnce) => {
        const urn = parseUrn(`urn:li:assertion:a${++number}`);
        const runId = `run-${number}`;
        const act = async (action: Action, at: number): Promise<void> => {
          if (action.kind === 'report') {
            await report(catalog, urn, pointOf(action.type, at, urn), action.inRun ? runId : undefined);
          } else if (action.kind === 'delete') {
            const { from, to } = action;
            await change.deletePoints(TEST_ACTOR, { urn, aspectName: RUN, from, to });
          } else {
            await change.rollBackRun(TEST_ACTOR, { runId, dryRun: false, hard: false }, EVERYTHING);
          }
        };
        if (atOnce) await Promise.all(planned.map(act));
        else for (const [at, action] of planned.entries()) await act(action, at);
        const { runs, summary } = await storedIn(catalog, urn);
        expect(summary).toEqual(summaryOfRuns(runs));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('has a run that is reported while the points are read', async () => {
    await using catalog = await MaintainedCatalog.open();
    const { effects, store } = catalog;
    const urn = parseUrn('urn:li:assertion:busy');
    await report(catalog, urn, pointOf('FAILURE', 1, urn));
    let reads = 0;
    const parts: RenewalParts = {
      registry: REGISTRY,
      now: () => 1,
      follow: (commit) => effects.follow(commit),
      settings: {
        enforceEntityTypes: true,
        hardDeleteRequiresSoftDelete: false,
        keywordMaxLength: 32_766,
        linkSchemes: ['https'],
      },
      store: {
        commit: (...call) => store.commit(...call),
        reader: {
          points: async (...call) => {
            const points = await store.reader.points(...call);
            if (++reads < 3) await report(catalog, urn, pointOf('SUCCESS', 10 * reads, urn));
            return points;
          },
        },
      },
    };
    const sequence = await renewRunSummary(parts, TEST_ACTOR, urn);
    expect(sequence).toBe(store.log.lastSequence());
    expect((await storedIn(catalog, urn)).summary).toEqual({
      lastFailedAtMillis: 1,
      lastPassedAtMillis: 20,
      assertionStatus: 'PASSING',
    });
  });

  it('keeps the times of runs older than those it reads again', async () => {
    await using catalog = await MaintainedCatalog.open();
    const urn = parseUrn('urn:li:assertion:many');
    await report(catalog, urn, pointOf('FAILURE', 1, urn));
    await report(catalog, urn, pointOf('ERROR', 2, urn));
    const values = Array.from({ length: MOST_RUNS + 1 }, (_, i) => pointOf('SUCCESS', 10 + i, urn));
    await catalog.change.ingest(
      TEST_ACTOR,
      values.map((value) => ({ urn, aspectName: RUN, changeType: 'UPSERT' as const, value })),
    );
    const last = MOST_RUNS + 10;
    await catalog.change.deletePoints(TEST_ACTOR, { urn, aspectName: RUN, from: last });
    await catalog.change.deletePoints(TEST_ACTOR, { urn, aspectName: RUN, to: 1 });
    expect((await storedIn(catalog, urn)).summary).toEqual({
      lastErroredAtMillis: 2,
      lastPassedAtMillis: last - 1,
      assertionStatus: 'PASSING',
    });
  });
});
