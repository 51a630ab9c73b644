import { expect, it } from 'vitest';
import { registry } from '../../test/support/memory/fake-state.ts';
import type { SystemMetadata } from '../model/aspect.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { upsertOf } from '../model/proposal-builders.ts';
import { parseUrn } from '../model/urn.ts';
import { LONGEST_METADATA, LONGEST_RUN_ID, resolveInSteps, resolveProposal } from './resolve-proposal.ts';

const URN = parseUrn('urn:li:tag:a');

function failures(systemMetadata: Partial<SystemMetadata>): readonly (readonly string[])[] {
  const of = { urn: URN, aspectName: 'status', systemMetadata };
  const proposals: readonly MetadataChangeProposal[] = [
    { ...of, changeType: 'UPSERT', value: { removed: false } },
    { ...of, changeType: 'PATCH', patch: { operations: [] } },
    { ...of, changeType: 'DELETE' },
  ];
  return proposals.map((proposal) => {
    const outcome = resolveProposal(proposal, registry);
    return 'failures' in outcome ? outcome.failures.map(({ message }) => message) : [];
  });
}

it('limits the id of a run, in every kind of proposal', () => {
  expect(failures({ runId: 'r'.repeat(LONGEST_RUN_ID) })).toEqual([[], [], []]);
  const text = `The run id of status of ${URN} has 513 characters, more than 512. Use a shorter one.`;
  expect(failures({ runId: 'r'.repeat(LONGEST_RUN_ID + 1) })).toEqual([[text], [text], [text]]);
});

it('limits the system metadata as a whole', () => {
  const rest = '{"properties":{"x":""}}'.length;
  expect(failures({ properties: { x: 'x'.repeat(LONGEST_METADATA - rest) } })).toEqual([[], [], []]);
  const text = `The system metadata of status of ${URN} has 65537 characters, more than 65536. Leave some out.`;
  expect(failures({ properties: { x: 'x'.repeat(LONGEST_METADATA - rest + 1) } })).toEqual([
    [text],
    [text],
    [text],
  ]);
});

it('yields after each value, also after the last one', () => {
  const proposals = [1, 2].map((): MetadataChangeProposal => upsertOf(URN, 'status', { removed: false }));
  expect([...resolveInSteps(proposals, registry)]).toHaveLength(proposals.length + 1);
});
