import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Checkbox, DayField, TextField } from '../../../components/fields/fields.tsx';
import { PairRow } from '../../../components/fields/pair-row.tsx';
import { RadioChoice } from '../../../components/fields/radio-choice.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { CriteriaField } from '../../../shared/policies/criteria-field.tsx';
import { RULE_FIELDS } from '../../../shared/policies/criterion-fields.ts';
import type { Criterion } from '../../../shared/policies/policy-data.ts';
import type { RuleLevel } from '../../../shared/rules/property-rules.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import type { Draft } from '../definition/draft.ts';
import {
  REQUIRED_LEVELS,
  VALUE_LEVELS,
  fittingRules,
  formatsOf,
  hasValueRules,
  ruleProblems,
  type DeprecatedRow,
  type LevelChoice,
  type RulesDraft,
} from '../definition/rules-draft.ts';
import { entityTypeName, isDateType, isUrnType } from '../definition/value-types.ts';
import { useDefinitionChoices } from './choices.ts';

interface PartProps {
  readonly draft: Draft;
  readonly set: (members: Partial<RulesDraft>) => void;
}

/** Rules of values, of the assets that have them, and of those that need one. */
export function RulesFields({
  draft,
  set,
  problem,
}: PartProps & { readonly problem: string | undefined }): ReactNode {
  const { appliesIf, appliesIfLevel, requiredLevel, valueLevel } = draft.rules;
  return (
    <Stack gap={5}>
      {draft.valueType === '' ? (
        <Soft>Choose a value type first.</Soft>
      ) : (
        <>
          <ValueRuleFields draft={draft} set={set} />
          <DeprecatedFields draft={draft} set={set} />
          {hasValueRules(draft) && (
            <Level
              label="Values that break a rule"
              choices={VALUE_LEVELS}
              level={valueLevel}
              onChange={(level) => set({ valueLevel: level })}
            />
          )}
        </>
      )}
      <Stack gap={3}>
        <h3>Only for some assets</h3>
        {appliesIf.length === 0 && <Soft>All assets of the chosen types can have a value.</Soft>}
        <Criteria draft={draft} member="appliesIf" onChange={(criteria) => set({ appliesIf: criteria })} />
        {appliesIf.length > 0 && (
          <Level
            label="Values on other assets"
            choices={VALUE_LEVELS}
            level={appliesIfLevel}
            onChange={(level) => set({ appliesIfLevel: level })}
          />
        )}
      </Stack>
      <Stack gap={3}>
        <h3>Required</h3>
        <Checkbox
          isSelected={requiredLevel !== undefined}
          onChange={(isOn) => set({ requiredLevel: isOn ? 'REPORT' : undefined })}
        >
          These assets must have a value
        </Checkbox>
        {requiredLevel !== undefined && (
          <Level
            label="Assets without a value"
            choices={REQUIRED_LEVELS}
            level={requiredLevel}
            onChange={(level) => set({ requiredLevel: level })}
          />
        )}
      </Stack>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </Stack>
  );
}

function Level({
  label,
  choices,
  level,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly LevelChoice[];
  readonly level: RuleLevel;
  readonly onChange: (level: RuleLevel) => void;
}): ReactNode {
  return (
    <RadioChoice
      label={label}
      choices={choices}
      value={level}
      onChange={(value) => onChange(choices.find((choice) => choice.value === value)?.value ?? level)}
    />
  );
}

/** The rules that fit the value type and the format. */
function ValueRuleFields({ draft, set }: PartProps): ReactNode {
  const { rules, valueType } = draft;
  const fitting = fittingRules(valueType, rules.format);
  const problems = ruleProblems(draft);
  const text = (
    member: 'min' | 'max' | 'minLength' | 'maxLength' | 'hint' | 'pattern',
    label: string,
    more: { readonly help?: string; readonly placeholder?: string; readonly isMono?: boolean } = {},
  ): ReactNode => {
    const shared = {
      label,
      value: rules[member],
      onChange: (value: string) => set({ [member]: value }),
      problem: problems.get(member),
    };
    const isDay = isDateType(valueType) && (member === 'min' || member === 'max');
    return fitting.has(member) && (isDay ? <DayField {...shared} /> : <TextField {...shared} {...more} />);
  };
  const isTime = rules.format === 'DATETIME';
  return (
    <Stack gap={3}>
      {fitting.has('format') && (
        <Select
          label="Format"
          choices={[{ value: '', label: 'Any' }, ...formatsOf(valueType)]}
          value={rules.format}
          onChange={(format) => set({ format })}
        />
      )}
      {text('min', isTime ? 'Earliest' : 'Minimum', isTime ? { placeholder: '2026-03-01T14:30:00Z' } : {})}
      {text('max', isTime ? 'Latest' : 'Maximum', isTime ? { placeholder: '2026-12-31T23:59:59Z' } : {})}
      {text('pattern', 'Pattern', {
        isMono: true,
        placeholder: '[A-Z]{3}-\\d{4}',
        help: 'An RE2 expression that matches the whole text.',
      })}
      {rules.pattern !== '' &&
        text('hint', 'Pattern in words', {
          placeholder: 'Three letters, a dash, four digits',
          help: 'Shown to people whose value does not match.',
        })}
      {text('minLength', 'Minimum length', { help: 'In characters.' })}
      {text('maxLength', 'Maximum length', { help: 'In characters.' })}
      {fitting.has('refersTo') && (
        <Stack gap={2}>
          <h3>Entities that values can name</h3>
          {rules.refersTo.length === 0 && <Soft>Any entity of the allowed types.</Soft>}
          <Criteria draft={draft} member="refersTo" onChange={(refersTo) => set({ refersTo })} />
        </Stack>
      )}
    </Stack>
  );
}

/** Conditions on entities, of which all must hold. */
function Criteria({
  draft,
  member,
  onChange,
}: {
  readonly draft: Draft;
  readonly member: 'appliesIf' | 'refersTo';
  readonly onChange: (criteria: readonly Criterion[]) => void;
}): ReactNode {
  const { entityTypes } = useDefinitionChoices();
  const problem = ruleProblems(draft).get(member);
  return (
    <>
      <CriteriaField
        fields={RULE_FIELDS}
        criteria={draft.rules[member]}
        types={entityTypes.map(({ label, value }) => ({ label, value: entityTypeName(value) }))}
        onChange={onChange}
      />
      {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
    </>
  );
}

/** Values that should no longer be used, each with the one in its place. */
function DeprecatedFields({ draft, set }: PartProps): ReactNode {
  const { deprecated } = draft.rules;
  const problem = ruleProblems(draft).get('deprecated');
  return (
    <Stack gap={2}>
      <h3>Deprecated values</h3>
      <Soft>They are no longer offered. Assets that have one keep it, as a violation.</Soft>
      {deprecated.map((row, index) => {
        const change = (members: Partial<DeprecatedRow>): void =>
          set({ deprecated: deprecated.with(index, { ...row, ...members }) });
        return (
          <PairRow
            key={index}
            onKeyDown={() => undefined}
            first={
              <OneValue
                draft={draft}
                label={`Deprecated value ${index + 1}`}
                value={row.value}
                onChange={(value) => change({ value })}
              />
            }
            second={
              <OneValue
                draft={draft}
                label={`Replacement of ${row.value === '' ? `value ${index + 1}` : row.value}`}
                placeholder="Use instead"
                value={row.replacedBy}
                onChange={(replacedBy) => change({ replacedBy })}
              />
            }
            buttons={
              <Button
                look="quiet"
                label={`Remove deprecated value ${index + 1}`}
                onPress={() => set({ deprecated: deprecated.toSpliced(index, 1) })}
              >
                <span aria-hidden="true">✕</span>
              </Button>
            }
          />
        );
      })}
      {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
      <Row>
        <Button onPress={() => set({ deprecated: [...deprecated, { value: '', replacedBy: '' }] })}>
          Deprecate a value
        </Button>
      </Row>
    </Stack>
  );
}

/** One value of the property: a choice of the allowed ones, or of entities, else a text. */
function OneValue({
  draft: { allowedValues, valueType },
  label,
  placeholder = 'Value',
  value,
  onChange,
}: {
  readonly draft: Draft;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const allowed = allowedValues.map((row) => row.value).filter((one) => one !== '');
  if (isUrnType(valueType)) {
    const urn = value === '' ? undefined : value;
    return <EntityPicker label={label} types={[]} value={urn} onChange={(next) => onChange(next ?? '')} />;
  }
  if (allowed.length > 0) {
    const choices = [...new Set(['', ...allowed, value])];
    return (
      <Select
        label={label}
        isLabelHidden
        choices={choices.map((one) => ({ value: one, label: one === '' ? placeholder : one }))}
        value={value}
        onChange={onChange}
      />
    );
  }
  const field = { label, isLabelHidden: true, value, onChange };
  return isDateType(valueType) ? <DayField {...field} /> : <TextField {...field} placeholder={placeholder} />;
}
