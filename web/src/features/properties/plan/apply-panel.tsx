import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/controls/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FootedPanel } from '../../../components/layout/form-section.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { losesValues, type Plan } from './plan.ts';
import { PlanView } from './plan-view.tsx';
import type { LivePlan } from './use-plan.ts';

/** Plan of the changes, and the button that applies exactly this plan. */
export function ApplyPanel({
  live: { plan, isCurrent, error, apply, isApplying, applyError },
  idle,
  refusal,
  verb,
  onDone,
}: {
  readonly live: LivePlan;
  /** Text to show while there is nothing to plan. */
  readonly idle: string;
  /** Reason of the page, not the server, why the plan must not be applied. */
  readonly refusal?: string | undefined;
  readonly verb: string;
  readonly onDone: () => void;
}): ReactNode {
  const [agreed, setAgreed] = useState<string>();
  const lost = plan?.properties.filter(losesValues) ?? [];
  const assets = lost.reduce((sum, { entities }) => sum + entities, 0);
  // The confirmation is for one plan's effect; a different effect needs a new one.
  const effect = lost.map(({ urn, entities, values }) => `${urn} ${entities} ${values}`).join();
  const isAgreed = lost.length === 0 || agreed === effect;
  const hasEffect = plan?.properties.some(({ change }) => change !== 'none') === true;
  const isRefused = error !== null || refusal !== undefined;
  return (
    <FootedPanel
      title="Effects"
      foot={
        <Stack gap={3}>
          {applyError !== null && <ErrorNotice error={applyError} />}
          {lost.length > 0 && !isRefused && (
            <Checkbox
              isSelected={isAgreed}
              onChange={(isOn) => {
                setAgreed(isOn ? effect : undefined);
              }}
            >
              Hide and remove the values of {counted(assets, 'asset')}
            </Checkbox>
          )}
          <Button
            look={lost.length > 0 ? 'danger' : 'primary'}
            isDisabled={!isCurrent || !isAgreed || !hasEffect || isRefused}
            isPending={isApplying}
            onPress={() => {
              apply(onDone);
            }}
          >
            {lost.length > 0 ? `${verb} and remove values` : verb}
          </Button>
        </Stack>
      }
    >
      {plan === undefined &&
        error === null &&
        (idle === '' ? <Skeleton lines={3} label="Planning" /> : <Soft>{idle}</Soft>)}
      {error !== null && <ErrorNotice error={error} />}
      {refusal !== undefined && error === null && <Notice tone="bad">{refusal}</Notice>}
      {plan !== undefined && !isRefused && <Effect plan={plan} isCurrent={isCurrent} />}
    </FootedPanel>
  );
}

function Effect({ plan, isCurrent }: { readonly plan: Plan; readonly isCurrent: boolean }): ReactNode {
  return (
    <div aria-busy={!isCurrent}>
      <PlanView plan={plan} />
    </div>
  );
}
