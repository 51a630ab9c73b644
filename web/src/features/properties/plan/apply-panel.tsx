import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/fields/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FootedPanel } from '../../../components/layout/form-section.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { ExportValuesButton, LossChoice } from './loss-choice.tsx';
import { losesValues, type Plan, type PlannedProperty } from './plan.ts';
import { PlanView } from './plan-view.tsx';
import type { Undoable } from '../../../shared/plans/undo-plan.ts';
import { useReplacing } from './use-replacing.ts';
import type { LivePlan } from './use-plan.ts';

interface ApplyPanelProps {
  readonly live: LivePlan;
  /** Text to show while there is nothing to plan. */
  readonly idle: string;
  /** Reason of the page, not the server, why the plan must not be applied. */
  readonly refusal?: string | undefined;
  readonly verb: string;
  /** Gets what undoes the change, undefined if nothing changed. */
  readonly onDone: (change: Undoable | undefined) => void;
}

/** Plan of the changes, and the button that applies exactly this plan. */
export function ApplyPanel({ live, idle, refusal, verb, onDone }: ApplyPanelProps): ReactNode {
  const { plan, isCurrent, error, applyError } = live;
  const lost = plan?.properties.filter((property) => losesValues(property) && property.values > 0) ?? [];
  const isRefused = error !== null || refusal !== undefined;
  return (
    <FootedPanel
      title="Effects"
      foot={
        <Stack gap={3}>
          {applyError !== null && <ErrorNotice error={applyError} />}
          {plan !== undefined && !isRefused && lost.length > 0 ? (
            <LossyApply live={live} plan={plan} lost={lost} verb={verb} onDone={onDone} />
          ) : (
            <ApplyButton live={live} isOffered={!isRefused && lost.length === 0} onDone={onDone}>
              {verb}
            </ApplyButton>
          )}
        </Stack>
      }
    >
      {plan === undefined &&
        error === null &&
        (idle === '' ? <Skeleton lines={3} label="Planning" /> : <Soft>{idle}</Soft>)}
      {error !== null && <ErrorNotice error={error} />}
      {refusal !== undefined && error === null && <Notice tone="bad">{refusal}</Notice>}
      {plan !== undefined && !isRefused && (
        <div aria-busy={!isCurrent}>
          <PlanView plan={plan} />
        </div>
      )}
    </FootedPanel>
  );
}

function ApplyButton({
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

/** What to do with the values that the changes clear: replace them, export them, or remove them after confirmation. */
function LossyApply({
  live,
  plan,
  lost,
  verb,
  onDone,
}: Pick<ApplyPanelProps, 'live' | 'verb' | 'onDone'> & {
  readonly plan: Plan;
  readonly lost: readonly PlannedProperty[];
}): ReactNode {
  const [agreed, setAgreed] = useState<string>();
  const replacing = useReplacing(plan, lost, onDone);
  const values = lost.reduce((sum, property) => sum + property.values, 0);
  const assets = lost.reduce((sum, property) => sum + property.entities, 0);
  // The confirmation is for one plan's effect; a different effect needs a new one.
  const effect = lost.map((property) => `${property.urn} ${property.entities} ${property.values}`).join();
  return (
    <>
      <LossChoice replacing={replacing} values={values} />
      {replacing.way === 'replace' ? (
        <Button
          look="primary"
          isDisabled={!live.isCurrent || replacing.by === undefined}
          isPending={replacing.isRunning}
          onPress={replacing.run}
        >
          Replace and {verb.toLowerCase()}
        </Button>
      ) : (
        <>
          <Checkbox
            isSelected={agreed === effect}
            onChange={(isOn) => {
              setAgreed(isOn ? effect : undefined);
            }}
          >
            Clear {counted(values, 'value')} of {counted(assets, 'asset')}
          </Checkbox>
          <ApplyButton live={live} look="danger" isOffered={agreed === effect} onDone={onDone}>
            {verb} and remove values
          </ApplyButton>
        </>
      )}
      {replacing.step !== undefined && (
        <p role="status">
          <Soft>{replacing.step}</Soft>
        </p>
      )}
      {replacing.error !== null && <ErrorNotice error={replacing.error} />}
      {lost.map((property) => (
        <ExportValuesButton key={property.urn} property={property} isOnly={lost.length === 1} />
      ))}
    </>
  );
}
