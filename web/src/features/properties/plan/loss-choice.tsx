import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ComboBox, Select } from '../../../components/fields/choice.tsx';
import { RadioChoice } from '../../../components/fields/radio-choice.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { exportAssets } from '../../../shared/search/export-assets.ts';
import { fieldOfProperty } from '../../../shared/search/fields.ts';
import { propertyName } from '../definition/stored-property.ts';
import type { PlannedProperty } from './plan.ts';
import type { Replacing } from './use-replacing.ts';

/** Choices shown in a list; more of them are found by typing. */
const LISTED = 20;

/** The choice between replacing removed values and clearing all values; renders nothing if there is none. */
export function LossChoice({
  replacing: { removed, others, way, setWay, by, setBy, isRunning },
  values,
}: {
  readonly replacing: Replacing;
  readonly values: number;
}): ReactNode {
  if (others.length === 0) return null;
  const name = removed.length === 1 ? (removed[0] ?? '') : counted(removed.length, 'value');
  const choices = others.map((value) => ({ value, label: value }));
  const props = {
    label: `Replace ${name} by`,
    choices,
    value: by,
    isDisabled: isRunning,
    onChange: (value: string | undefined): void => {
      if (value !== undefined) setBy(value);
    },
  };
  return (
    <>
      <RadioChoice
        label="What happens to the values"
        value={way}
        isDisabled={isRunning}
        onChange={(value) => {
          setWay(value === 'remove' ? 'remove' : 'replace');
        }}
        choices={[
          {
            value: 'replace',
            label: `Replace ${name} by …`,
            help: 'All other values are kept: nothing is lost. Continues on the server if you leave this page.',
          },
          { value: 'remove', label: 'Remove', help: `${counted(values, 'value')} cleared.` },
        ]}
      />
      {way === 'replace' && (others.length > LISTED ? <ComboBox {...props} /> : <Select {...props} />)}
    </>
  );
}

/** Saves the values of a property as a CSV file, which can be imported again. */
export function ExportValuesButton({
  property: { urn, values, byEntityType },
  isOnly,
}: {
  readonly property: PlannedProperty;
  /** Whether the page needs no name to identify the property. */
  readonly isOnly: boolean;
}): ReactNode {
  const name = propertyName(urn);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const search = {
        types: byEntityType.map(({ value }) => value),
        orFilters: [{ and: [{ field: fieldOfProperty(name), condition: 'EXISTS' }] }],
      };
      return exportAssets({ search }, [urn]);
    },
    onSuccess: (rows) => {
      showToast(`Values of ${counted(rows, 'asset')} exported`);
    },
  });
  const label = values === 1 ? 'Export the value as CSV' : `Export the ${values.toLocaleString('en')} as CSV`;
  return (
    <>
      <Row>
        <Button
          look="quiet"
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          {isOnly ? label : `${label}: ${name}`}
        </Button>
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
