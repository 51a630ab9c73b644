import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Step } from '../decision-step.ts';

/** The changes that follow from a decided step; called once the state includes the step. */
export type FollowUp = () => readonly MetadataChangeProposal[];

/**
 * Derives changes of other aspects or entities from a change, in the same commit. Must be idempotent: repeating the
 * change derives the same values.
 *
 * The right to make the change covers other aspects of the entity, entities that belong to it, and removing or
 * updating earlier derived values. It does not cover writing new facts to another entity, or creating it: for these
 * ask `RuleContext.affected`, or have the writer's rights checked as for version sets and data products. Values
 * derived for the written entity must not depend on aspects of entities that the writer may not see.
 */
export interface SideEffect {
  readonly name: string;
  /** Entity types whose changes trigger it; undefined: all. */
  readonly entityTypes: readonly string[] | undefined;
  /** Aspects whose changes trigger it; so does the deletion of an entity that may have one. Undefined: all. */
  readonly aspects: readonly string[] | undefined;
  /** Whether its writes belong to the run of the change, so that a rollback of the run reverts them. */
  readonly isOfRun: boolean;
  /** Called before the step is decided, so that it can compare with the state before. */
  follow(step: Step): FollowUp;
}

/** A follow-up without changes. */
export const NOTHING_FOLLOWS: FollowUp = () => [];
