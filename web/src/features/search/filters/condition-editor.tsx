import { decimalProblem, parseDecimal } from '../../../../../src/util/decimal-number.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { DayField, TextField } from '../../../components/fields/fields.tsx';
import { ConditionRow } from '../../../components/fields/condition-row.tsx';
import { RECENT_DAYS, firstOfLast, lastDaysOf, operatorWords, type Wording } from './describe-criterion.ts';
import type { Field } from '../../../shared/search/fields.ts';
import type { Criterion, Operator } from '../../../shared/search/filters.ts';
import { ValuesField } from './values-field.tsx';

const COMPARISONS: readonly Operator[] = [
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN_OR_EQUAL_TO',
  'GREATER_THAN',
  'LESS_THAN',
];

/** Begins the choices that count days back from today. */
const LAST = 'last ';

const RECENT_CHOICES = RECENT_DAYS.map((days) => ({
  value: `${LAST}${String(days)}`,
  label: `is in the last ${String(days)} days`,
}));

/** Operators that apply to a field. */
function operatorsOf({ kind, isHierarchy = false }: Field): readonly Operator[] {
  if (kind === 'number' || kind === 'date') return ['EQUAL', ...COMPARISONS, 'EXISTS'];
  if (kind === 'type') return ['EQUAL'];
  if (kind === 'urn') return ['EQUAL', ...(isHierarchy ? (['DESCENDANTS_INCL'] as const) : []), 'EXISTS'];
  return ['EQUAL', 'CONTAIN', 'START_WITH', 'END_WITH', 'EXISTS'];
}

/** Why a condition cannot be used yet; undefined if it can. */
export function problemOf({ operator, values }: Criterion, { label, kind }: Field): string | undefined {
  if (operator === 'EXISTS') return undefined;
  if (values.every((value) => value.trim() === '')) return `Enter a value for ${label}.`;
  if (kind !== 'number') return undefined;
  const wrong = values.find((value) => parseDecimal(value) === undefined);
  if (wrong === undefined) return undefined;
  return decimalProblem(wrong.trim()) ?? `${label} needs a number, such as 1234.5.`;
}

/** Editor of one condition: operator and values. */
export function ConditionEditor({
  criterion,
  wording,
  onChange,
  onRemove,
}: {
  readonly criterion: Criterion;
  readonly wording: Wording;
  readonly onChange: (criterion: Criterion) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const field = wording.fieldOf(criterion.field);
  const { operator, values, isNegated } = criterion;
  const lastDays = field.kind === 'date' ? lastDaysOf(criterion) : undefined;
  const operators = [...new Set([...operatorsOf(field), operator])];
  return (
    <ConditionRow
      label={field.label}
      operator={
        <Select
          label={`Condition of ${field.label}`}
          isLabelHidden
          value={lastDays === undefined ? `${isNegated ? '-' : ''}${operator}` : `${LAST}${String(lastDays)}`}
          choices={[
            ...operators.flatMap((one) => [
              { value: one, label: operatorWords(one, field, false) },
              { value: `-${one}`, label: operatorWords(one, field, true) },
            ]),
            ...(field.kind === 'date' ? RECENT_CHOICES : []),
          ]}
          onChange={(value) => {
            if (value.startsWith(LAST)) {
              const values = [firstOfLast(Number(value.slice(LAST.length)))];
              onChange({ ...criterion, operator: 'GREATER_THAN_OR_EQUAL_TO', isNegated: false, values });
              return;
            }
            const next = operators.find((one) => one === value.replace(/^-/, ''));
            if (next === undefined) return;
            const kept = next === 'EXISTS' ? [] : hasManyValues(next) ? values : values.slice(0, 1);
            onChange({ ...criterion, operator: next, isNegated: value.startsWith('-'), values: kept });
          }}
        />
      }
      values={
        operator === 'EXISTS' || lastDays !== undefined ? null : (
          <Values
            criterion={criterion}
            field={field}
            wording={wording}
            onChange={(next) => {
              onChange({ ...criterion, values: next });
            }}
          />
        )
      }
      remove={
        <Button look="quiet" label={`Remove condition on ${field.label}`} onPress={onRemove}>
          <span aria-hidden="true">✕</span>
        </Button>
      }
    />
  );
}

function Values({
  criterion: { operator, values },
  field,
  wording,
  onChange,
}: {
  readonly criterion: Criterion;
  readonly field: Field;
  readonly wording: Wording;
  readonly onChange: (values: readonly string[]) => void;
}): ReactNode {
  if (hasManyValues(operator)) {
    return <ValuesField field={field} values={values} nameOf={wording.nameOf} onChange={onChange} />;
  }
  const shared = { label: `Value of ${field.label}`, isLabelHidden: true, value: values[0] ?? '' };
  const change = (text: string): void => {
    onChange(text === '' ? [] : [text]);
  };
  return field.kind === 'date' ? (
    <DayField {...shared} onChange={change} />
  ) : (
    <TextField {...shared} onChange={change} />
  );
}

function hasManyValues(operator: Operator): boolean {
  return operator === 'EQUAL' || operator === 'DESCENDANTS_INCL';
}
