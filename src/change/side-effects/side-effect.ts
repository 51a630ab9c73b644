import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Step } from '../decision-step.ts';

/** The changes that follow from a decided step; called once the state includes the step. */
export type FollowUp = () => readonly MetadataChangeProposal[];

/**
 * Changes of other aspects, or of other entities, that follow from a change, in the same commit. They must be idempotent: the
 * same change, made again, derives the same values.
 *
 * The right to make the change suffices for other aspects of the entity, for what belongs to it, and for taking back or
 * updating what followed from it before. It does not suffice for stating something new of another entity, or creating it: then
 * ask `RuleContext.affected`, or let the writer's rights be checked as for version sets and data products. What follows for the
 * written entity must not depend on stored aspects of entities that the writer may not see.
 */
export interface SideEffect {
  readonly name: string;
  /** Entity types whose changes it follows; undefined: all. */
  readonly entityTypes: readonly string[] | undefined;
  /** Aspects whose changes it follows, and the deletion of an entity that may have one; undefined: all. */
  readonly aspects: readonly string[] | undefined;
  /** Whether what it writes belongs to the run of the change, so that a rollback of the run reverts it. */
  readonly isOfRun: boolean;
  /** Called before the step is decided, so that it can compare with the state before. */
  follow(step: Step): FollowUp;
}

/** A follow-up without changes. */
export const NOTHING_FOLLOWS: FollowUp = () => [];
