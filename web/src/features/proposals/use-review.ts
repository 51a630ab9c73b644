import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useDeed, type Proposal, type ProposalItem } from './proposal-data.ts';

/** An approval that waits for an answer, because some of its items have changed since they were proposed. */
export interface ConflictQuestion {
  /** Ids of the items to approve; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** The items that have changed. */
  readonly conflicts: readonly ProposalItem[];
  /** Ids of the others. */
  readonly others: readonly string[];
}

/** Why nothing was approved: what was shown has changed, or the proposal is decided already. */
export type Overtaken = 'changed' | 'decided';

/** How a person reviews a proposal: what is selected, what was asked for, and what stands in the way. */
export function useReview({ id, items, reviewToken, state }: Proposal) {
  const deed = useDeed(id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Pick<ConflictQuestion, 'only'>>();
  const isOpen = state === 'OPEN';
  const approvable = isOpen ? items.filter(({ mayApprove }) => mayApprove) : [];
  const questionOf = (only: readonly string[] | undefined): ConflictQuestion => {
    const wanted = approvable.filter((item) => only?.includes(item.id) !== false);
    return {
      only,
      conflicts: wanted.filter(({ hasConflict }) => hasConflict),
      others: wanted.filter(({ hasConflict }) => !hasConflict).map((item) => item.id),
    };
  };
  const send = (only: readonly string[] | undefined, overwrite: boolean): void => {
    setAsked(undefined);
    deed.mutate(
      { kind: 'approve', reviewToken, ...(only && { only }), ...(overwrite && { overwrite }) },
      {
        onError: (error) => {
          if (isOf(error, 'PROPOSAL_CONFLICT')) setAsked({ only });
        },
      },
    );
  };
  const question = asked && questionOf(asked.only);
  const overtaken = deed.isPending ? undefined : overtakenBy(deed.error);
  const hasQuestion = question !== undefined && question.conflicts.length > 0;
  return {
    isOpen,
    approvable,
    /** Whether some item is not the person's to approve. */
    isPart: approvable.length < items.length,
    selected,
    onSelect: (item: string, isSelected: boolean) => {
      setSelected(new Set(isSelected ? [...selected, item] : [...selected].filter((one) => one !== item)));
    },
    question: hasQuestion ? question : undefined,
    overtaken: hasQuestion ? undefined : overtaken,
    /** What else failed. */
    error: overtaken === undefined && !hasQuestion && !deed.isPending ? deed.error : null,
    isPending: deed.isPending,
    /** Whether the person decides it, or has decided it, on this page. */
    hasDecided: deed.isPending || deed.isSuccess,
    /** Approves these items, or all that the person may; asks first if some have changed since they were proposed. */
    approve: (chosen?: readonly string[]) => {
      const only =
        chosen ?? (approvable.length < items.length ? approvable.map((item) => item.id) : undefined);
      if (questionOf(only).conflicts.length === 0) send(only, false);
      else setAsked({ only });
    },
    /** Approves what was asked for without the items that have changed. */
    approveOthers: ({ others }: ConflictQuestion) => send(others, false),
    /** Approves what was asked for, and replaces what has changed. */
    overwrite: ({ only }: ConflictQuestion) => send(only, true),
    cancel: () => {
      setAsked(undefined);
      deed.reset();
    },
    reject: (comment: string) => {
      deed.mutate({ kind: 'reject', ...(comment !== '' && { comment }) });
    },
  };
}

export type Review = ReturnType<typeof useReview>;

function overtakenBy(error: Error | null): Overtaken | undefined {
  // A conflict that is no longer there when the proposal is read again.
  if (isOf(error, 'PROPOSAL_CHANGED') || isOf(error, 'PROPOSAL_CONFLICT')) return 'changed';
  return isOf(error, 'PROPOSAL_DECIDED') ? 'decided' : undefined;
}

function isOf(error: Error | null, kind: string): boolean {
  return error instanceof ApiError && error.is(kind);
}
