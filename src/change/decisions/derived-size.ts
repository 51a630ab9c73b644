import { nothing, type Outcome, type Step } from '../decision-step.ts';

/**
 * Maximum characters of a value that follows from changes of other aspects. It grows with what many requests write, which no
 * limit of one request bounds, and beyond the limit of a read nobody could read its entity any more.
 */
export const LONGEST_DERIVED = 4 * 1024 ** 2;

/** The outcome, unless it makes a derived value longer than LONGEST_DERIVED: then the value stays as it is, which is logged. */
export function withinDerivedSize(step: Step, outcome: Outcome): Outcome {
  const { aspect, context, isFollowUp, urn } = step;
  if (isFollowUp !== true) return outcome;
  const length = outcome.writes.reduce((sum, write) => Math.max(sum, lengthOf(write)), 0);
  if (length <= LONGEST_DERIVED) return outcome;
  if (length <= (context.state.row(urn, aspect.name)?.aspect.text.length ?? 0)) return outcome;
  context.settings.warn?.(
    `${aspect.name} of ${urn} is not brought up to date: its value would have ${length} characters, more than ${LONGEST_DERIVED}. ` +
      'Remove some of the entities that it lists.',
  );
  return nothing(step, 'skipped');
}

function lengthOf(write: Outcome['writes'][number]): number {
  return write.kind === 'putAspect' ? write.row.aspect.text.length : 0;
}
