import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { Aspect } from '../../model/aspect.ts';
import { FakeState, registry, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { BatchMetadata } from '../batch-metadata.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { LONGEST_DERIVED, withinDerivedSize } from './decide-change.ts';

const URN = parseUrn('urn:li:tag:a');
const STAMP = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };

function outcomeOf(length: number): Outcome {
  const text = `"${'x'.repeat(length - 2)}"`;
  const systemMetadata = { lastObserved: 1, runId: 'r' };
  const aspect = new Aspect({
    urn: URN,
    aspectName: 'tagProperties',
    text,
    systemMetadata,
    created: STAMP,
    sequence: 1,
  });
  return {
    writes: [{ kind: 'putAspect', row: { aspect, internal: {} } }],
    entries: [],
    failures: [],
    result: { urn: URN, aspectName: 'tagProperties', outcome: 'written' },
  };
}

/** Number of writes and of warnings. */
function limited(length: number, isFollowUp: boolean): readonly [writes: number, warnings: number] {
  const warnings: string[] = [];
  const context = ruleContext(new FakeState());
  const settings = { ...context.settings, warn: (message: string) => warnings.push(message) };
  const entity = registry.entities.get('tag');
  const aspect = entity?.aspects.get('tagProperties');
  if (entity === undefined || aspect === undefined) throw new Error('The registry has no tags.');
  const step: Step = {
    urn: URN,
    entity,
    aspect,
    stamp: STAMP,
    sequence: 1,
    ...(isFollowUp && { isFollowUp }),
    proposal: { urn: URN, aspectName: aspect.name, changeType: 'UPSERT', value: {} },
    context: { ...context, settings },
    metadata: new BatchMetadata(STAMP, undefined),
  };
  return [withinDerivedSize(step, outcomeOf(length)).writes.length, warnings.length];
}

it('leaves out a derived value that is too long, and logs it', () => {
  expect(limited(LONGEST_DERIVED, true)).toEqual([1, 0]);
  expect(limited(LONGEST_DERIVED + 1, true)).toEqual([0, 1]);
});

it('does not limit values that a client sent', () => {
  expect(limited(LONGEST_DERIVED + 1, false)).toEqual([1, 0]);
});
