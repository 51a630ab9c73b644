import { nothing, type Outcome, type Step } from '../decision-step.ts';

/**
 * Maximum characters of a value derived from other aspects. Many requests add to it, so no limit of one request
 * bounds it, and a value above the read limit would make its entity unreadable.
 */
export const LONGEST_DERIVED = 4 * 1024 ** 2;

/** The outcome. If it makes a derived value longer than LONGEST_DERIVED, keeps the stored value instead and logs that. */
export function withinDerivedSize(step: Step, outcome: Outcome): Outcome {
  const { aspect, context, isFollowUp, urn } = step;
  if (isFollowUp !== true) return outcome;
  const length = outcome.writes.reduce((sum, write) => Math.max(sum, lengthOf(write)), 0);
  if (length <= LONGEST_DERIVED) return outcome;
  if (length <= (context.state.row(urn, aspect.name)?.aspect.text.length ?? 0)) return outcome;
  context.settings.warn?.(
    `${aspect.name} of ${urn} is not updated: its value would have ${length} characters, more than ${LONGEST_DERIVED}. ` +
      'Remove some of the entities that it lists.',
  );
  return nothing(step, 'skipped');
}

function lengthOf(write: Outcome['writes'][number]): number {
  return write.kind === 'putAspect' ? write.row.aspect.text.length : 0;
}
