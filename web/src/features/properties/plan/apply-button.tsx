import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import type { Undoable } from '../../../shared/plans/undo-plan.ts';
import type { LivePlan } from './use-plan.ts';

export interface ApplyPanelProps {
  readonly live: LivePlan;
  /** Text to show while there is nothing to plan. */
  readonly idle: string;
  /** Reason of the page, not the server, why the plan must not be applied. */
  readonly refusal?: string | undefined;
  readonly verb: string;
  /** Gets what undoes the change, undefined if nothing changed. */
  readonly onDone: (change: Undoable | undefined) => void;
}

/** Applies exactly the plan that is shown. */
export function ApplyButton({
  live: { plan, isCurrent, apply, isApplying },
  isOffered,
  look = 'primary',
  onDone,
  children,
}: Pick<ApplyPanelProps, 'live' | 'onDone'> & {
  readonly isOffered: boolean;
  readonly look?: 'primary' | 'danger';
  readonly children: ReactNode;
}): ReactNode {
  const hasEffect = plan?.properties.some(({ change }) => change !== 'none') === true;
  return (
    <Button
      look={look}
      isDisabled={!isCurrent || !isOffered || !hasEffect}
      isPending={isApplying}
      onPress={() => {
        apply((commit) => {
          onDone(commit === undefined ? undefined : { commit });
        });
      }}
    >
      {children}
    </Button>
  );
}
