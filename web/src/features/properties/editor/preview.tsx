import { Fragment, type ReactNode } from 'react';
import { withMarks } from '../../../components/text/with-marks.ts';
import { ValueBadge, ValueChip } from '../../../components/data/value-chip.tsx';
import { Facts } from '../../../components/data/table.tsx';
import { Row, Soft, TitledPanel } from '../../../components/layout/layout.tsx';
import { wordingOf, type AllowedValue, type Draft } from '../definition/draft.ts';
import { entityTypeNoun, isDateType, isNumberType, isUrnType } from '../definition/value-types.ts';

/** Preview of an asset with a value. */
export function Preview({ draft }: { readonly draft: Draft }): ReactNode {
  const { settings } = draft;
  const name = draft.displayName || draft.name || 'Your property';
  const samples = samplesOf(draft).slice(0, draft.isMultiple ? 2 : 1);
  const [value = ''] = samples;
  const shown = samples.join(', ');
  const values = samples.map((sample, index) => (
    <Fragment key={sample}>
      {index > 0 && ', '}
      <SampleValue draft={draft} value={sample} />
    </Fragment>
  ));
  const asset = `Some ${draft.entityTypes[0] === undefined ? 'asset' : entityTypeNoun(draft.entityTypes[0])}`;
  const places = [
    {
      label: 'Property',
      value: settings.isHidden ? (
        <Soft>not shown</Soft>
      ) : (
        <>
          {withMarks(name)}: {values}
        </>
      ),
    },
    ...(settings.showInAssetSummary
      ? [
          {
            label: 'Summary',
            value: (
              <>
                {withMarks(name)}: {values}
                {!settings.hideInAssetSummaryWhenEmpty && ' (or “none”)'}
              </>
            ),
          },
        ]
      : []),
    ...(settings.showInSearchFilters ? [{ label: 'Filter', value: <FilterPreview value={value} /> }] : []),
    ...(settings.showInColumnsTable
      ? [{ label: 'Schema table', value: `customer_id | INT | ${shown}` }]
      : []),
  ];
  return (
    <TitledPanel title="Preview">
      <Row>
        <strong>{asset}</strong>
        {settings.showAsAssetBadge && !settings.isHidden && (
          <ValueBadge name={name} color={colorOf(draft, value)}>
            {value}
          </ValueBadge>
        )}
      </Row>
      <Facts facts={places} />
    </TitledPanel>
  );
}

/** A value as assets show it: with its unit, in its color. */
function SampleValue({ draft, value }: { readonly draft: Draft; readonly value: string }): ReactNode {
  const isNumber = isNumberType(draft.valueType) && !Number.isNaN(Number(value));
  const text = wordingOf(draft, (urn) => urn).textOf(isNumber ? Number(value) : value);
  const color = colorOf(draft, value);
  return color === undefined ? withMarks(text) : <ValueChip color={color}>{text}</ValueChip>;
}

function colorOf({ allowedValues }: Draft, value: string): AllowedValue['color'] {
  return allowedValues.find((row) => row.value === value)?.color;
}

/** A value among the filters of the search. */
function FilterPreview({ value }: { readonly value: string }): ReactNode {
  return (
    <span className="checkbox">
      <span className="checkbox-box" />
      {withMarks(value)}
      <Soft>12</Soft>
    </span>
  );
}

/** Sample values. */
function samplesOf({ allowedValues, valueType, allowedTypes }: Draft): readonly string[] {
  const allowed = allowedValues.map(({ value }) => value).filter((value) => value !== '');
  if (allowed.length > 0) return allowed.slice(0, 2);
  if (isNumberType(valueType)) return ['42', '365'];
  if (isDateType(valueType)) return ['2026-01-31', '2026-06-30'];
  if (isUrnType(valueType))
    return allowedTypes.map((type) => `some ${entityTypeNoun(type)}`).concat('something');
  return ['some text', 'another'];
}
