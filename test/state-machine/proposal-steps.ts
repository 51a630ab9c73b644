import fc from 'fast-check';
import { expect } from 'vitest';
import type { ModelProposal } from './model-proposals.ts';
import { ENTITIES, NAMES, type Type } from './model-values.ts';
import { agree, step, type Step } from './steps.ts';
import type { World } from './world.ts';

const PROPOSALS = '/api/colophon/v1/proposals';

/** Texts that are values of a property of the type; it may have another type when they are approved. */
const TEXTS: Readonly<Record<Type, readonly string[]>> = {
  string: ['x', 'y', 'xx'],
  number: ['1', '2.5', '3'],
  urn: ['urn:li:corpuser:datahub'],
};

const proposing = fc
  .tuple(fc.constantFrom(...ENTITIES), fc.constantFrom(...NAMES), fc.subarray([0, 1, 2], { maxLength: 2 }))
  .map(([to, of, places]) =>
    step(`propose values ${places.join()} of ${of} on ${to}`, async (world) => {
      const { type = 'string' } = world.model.properties.get(of) ?? {};
      const values = places.flatMap((place) => TEXTS[type][place] ?? []);
      const how = values.length === 0 ? { action: 'clear' } : { action: 'set', values };
      const edit = { urns: [world.dataset(to)], changes: [{ field: world.property(of), ...how }] };
      const answer = await world.server.request('POST', PROPOSALS, { title: 'Values', edit });
      const proposal = world.proposals.propose(to, of, values);
      expect([answer.status < 300, answer.text]).toEqual([proposal !== undefined, answer.text]);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (proposal === undefined) return;
      // The same while it is open is the same.
      const id = world.proposalIds.get(proposal) ?? answer.json.id;
      expect(answer.json.id).toBe(id);
      world.proposalIds.set(proposal, id);
    }),
  );

/** A step on a proposal of the sequence, if there is one. */
function onProposal(what: string, run: (world: World, proposal: ModelProposal) => Promise<void>) {
  return (nth: number): Step =>
    step(`${what} ${nth}`, async (world) => {
      const { all } = world.proposals;
      const proposal = all[nth % Math.max(1, all.length)];
      if (proposal !== undefined) await run(world, proposal);
    });
}

const approving = (overwrite: boolean) =>
  onProposal(`approve${overwrite ? ', overwriting,' : ''} the proposal`, async (world, proposal) => {
    const answer = await decide(world, proposal, 'approve', { overwrite });
    agree(world.proposals.approve(proposal, overwrite), answer);
  });

const ending = (verb: 'reject' | 'withdraw') =>
  onProposal(`${verb} the proposal`, async (world, proposal) => {
    const answer = await decide(world, proposal, verb, {});
    agree(world.proposals.end(proposal, verb === 'reject' ? 'REJECTED' : 'WITHDRAWN'), answer);
  });

function decide(world: World, proposal: ModelProposal, verb: string, body: object) {
  return world.server.request('POST', `${PROPOSALS}/${world.proposalIds.get(proposal)}/${verb}`, body);
}

/** Expects that each proposal is in the state of the model. */
export async function expectSameProposals(world: World): Promise<void> {
  for (const proposal of world.proposals.all) {
    const { json, text } = await world.server.request(
      'GET',
      `${PROPOSALS}/${world.proposalIds.get(proposal)}`,
    );
    expect(json.state, text).toBe(proposal.state);
  }
}

const nth = fc.nat(5);

/** Proposals of values and decisions of them. */
export const proposalStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: proposing, weight: 6 },
  { arbitrary: fc.tuple(nth, fc.boolean()).map(([of, overwrite]) => approving(overwrite)(of)), weight: 5 },
  {
    arbitrary: fc.tuple(nth, fc.constantFrom('reject', 'withdraw')).map(([of, verb]) => ending(verb)(of)),
    weight: 1,
  },
);
