import { decideAspect } from './decide-aspect.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import type { Outcome, Step } from '../decision-step.ts';

/** User aspects that list groups, with the name of the list. */
const MEMBERSHIPS = { nativeGroupMembership: 'nativeGroups', groupMembership: 'groups' } as const;

const GROUP_TYPE = 'corpGroup';
const USER_TYPE = 'corpuser';

/**
 * Removes all memberships of a deleted group. Memberships grant rights, and a new group of the same
 * name must start without members.
 */
export function* membershipsEnded(step: Step): Steps<Pick<Outcome, 'writes' | 'entries' | 'failures'>> {
  const outcomes: Outcome[] = [];
  if (step.entity.name === GROUP_TYPE)
    for (const removal of membershipRemovals(step)) outcomes.push(yield* decideAspect(removal));
  return {
    writes: outcomes.flatMap(({ writes }) => writes),
    entries: outcomes.flatMap(({ entries }) => entries),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

function membershipRemovals(step: Step): readonly Step[] {
  const { context, urn: group } = step;
  const entity = context.registry.entities.get(USER_TYPE);
  return Object.entries(MEMBERSHIPS).flatMap(([aspectName, member]) => {
    const aspect = entity?.aspects.get(aspectName);
    if (entity === undefined || aspect === undefined) return [];
    return context.state.rowsOf(USER_TYPE, aspectName).flatMap(({ aspect: { urn, value } }) => {
      const groups = value[member];
      if (!Array.isArray(groups) || !groups.includes(group)) return [];
      const left = { ...value, [member]: groups.filter((one) => one !== group) };
      return [
        { ...step, proposal: { urn, aspectName, changeType: 'UPSERT', value: left }, urn, entity, aspect },
      ];
    });
  });
}
