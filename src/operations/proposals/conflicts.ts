import type { ProposedItem } from '../../model/access/change-proposal.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { ProtectedWork } from '../work.ts';
import { isInConflict } from './items.ts';
import type { PartState } from './part-states.ts';

/** The items that can no longer be made as they were proposed: their part has changed since, or what they name is deleted. */
export async function conflictsAmong(
  states: readonly PartState<ProposedItem>[],
  { query }: ProtectedWork,
): Promise<ReadonlySet<ProposedItem>> {
  const named = [...new Set(states.flatMap(({ item }) => item.names ?? []))];
  const existing = await query.existing(named, EVERYTHING);
  const isComplete = ({ names = [] }: ProposedItem): boolean => names.every((urn) => existing.has(urn));
  return new Set(
    states.filter((state) => isInConflict(state) || !isComplete(state.item)).map(({ item }) => item),
  );
}
