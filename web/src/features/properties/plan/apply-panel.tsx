import { Suspense, lazy, type ReactNode } from 'react';
import { ErrorBoundary } from '../../../components/feedback/error-boundary.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FootedPanel } from '../../../components/layout/form-section.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { ApplyButton, type ApplyPanelProps } from './apply-button.tsx';
import { losesValues } from './plan.ts';
import { PlanView } from './plan-view.tsx';

/** Loaded when a plan removes values. */
const LossyApply = lazy(async () => ({ default: (await import('./lossy-apply.tsx')).LossyApply }));

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
            <ErrorBoundary>
              <Suspense fallback={<Skeleton lines={3} label="Loading the choices" />}>
                <LossyApply live={live} plan={plan} lost={lost} verb={verb} onDone={onDone} />
              </Suspense>
            </ErrorBoundary>
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
