import { decideAspect } from './decide-aspect.ts';
import type { Outcome, Step } from './decision-step.ts';

/** Aspects of users that name groups, with the member that does. */
const MEMBERSHIPS = { nativeGroupMembership: 'nativeGroups', groupMembership: 'groups' } as const;

const GROUP_TYPE = 'corpGroup';
const USER_TYPE = 'corpuser';

/**
 * What becomes of the memberships in a group that is deleted: they go with it, whatever deletes it, because rights
 * follow from them and a later group of the same name must begin without members.
 */
export function membershipsEnded(step: Step): Pick<Outcome, 'writes' | 'entries' | 'failures'> {
  const outcomes = step.entity.name === GROUP_TYPE ? stepsOut(step).map(decideAspect) : [];
  return {
    writes: outcomes.flatMap(({ writes }) => writes),
    entries: outcomes.flatMap(({ entries }) => entries),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

function stepsOut(step: Step): readonly Step[] {
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
