import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/fields/fields.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { ApplyButton, type ApplyPanelProps } from './apply-button.tsx';
import { ExportValuesButton, LossChoice } from './loss-choice.tsx';
import type { Plan, PlannedProperty } from './plan.ts';
import { useReplacing } from './use-replacing.ts';

/** What to do with the values that the changes clear: replace them, export them, or remove them after confirmation. */
export function LossyApply({
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
