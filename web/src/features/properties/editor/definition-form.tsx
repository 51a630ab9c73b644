import { Suspense, lazy, type ReactNode } from 'react';
import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { Select } from '../../../components/fields/choice.tsx';
import { ChosenList } from '../../../components/fields/chosen-list.tsx';
import { Checkbox, TextField } from '../../../components/fields/fields.tsx';
import { RadioChoice } from '../../../components/fields/radio-choice.tsx';
import { ErrorBoundary } from '../../../components/feedback/error-boundary.tsx';
import { Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FormSection } from '../../../components/layout/form-section.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import type { Draft } from '../definition/draft.ts';
import { isTextType, isUrnType } from '../definition/value-types.ts';
import { AllowedValuesEditor } from './allowed-values-editor.tsx';
import { isUsualType, useDefinitionChoices } from './choices.ts';
import type { FormPart } from './form-part.ts';
import { DisplayFields } from './display-fields.tsx';
import { SettingsEditor } from './settings-editor.tsx';

/** Loaded after the rest of the form: the fields of conditions are large. */
const RulesFields = lazy(async () => ({ default: (await import('./rules-fields.tsx')).RulesFields }));

const InheritFields = lazy(async () => ({ default: (await import('./inherit-fields.tsx')).InheritFields }));

interface PartProps {
  readonly draft: Draft;
  readonly set: (members: Partial<Draft>) => void;
  /** The server's objections, by part of the form. */
  readonly problems: ReadonlyMap<FormPart, string>;
}

/** All fields of a definition. */
export function DefinitionForm({
  draft,
  onChange,
  isNew,
  problems,
}: {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly isNew: boolean;
} & Pick<PartProps, 'problems'>): ReactNode {
  const part: PartProps = { draft, problems, set: (members) => onChange({ ...draft, ...members }) };
  return (
    <div>
      <FormSection title="General">
        {isNew ? <NewName {...part} /> : <FixedName name={draft.name} problem={problems.get('name')} />}
        <TextField
          label="Display name"
          value={draft.displayName}
          onChange={(displayName) => part.set({ displayName })}
          placeholder="Retention"
          help="Shown on assets and in filters."
        />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => part.set({ description })}
          lines={3}
          help="Explain the values, so that two people would choose the same one."
        />
      </FormSection>
      <FormSection
        title="Values"
        about="A change that makes stored values invalid removes them. The panel beside the form warns of this."
      >
        <ValuesFields {...part} />
      </FormSection>
      <FormSection
        title="Allowed values"
        about="Shown as a list in this order. Leave empty to allow all values of the type."
      >
        <AllowedValuesEditor
          values={draft.allowedValues}
          onChange={(allowedValues) => part.set({ allowedValues })}
        />
        {problems.has('allowedValues') && <Notice tone="bad">{problems.get('allowedValues')}</Notice>}
      </FormSection>
      <FormSection title="Where it applies">
        <ScopeFields {...part} />
      </FormSection>
      <RulesSections {...part} />
      <FormSection title="Where it is shown">
        <SettingsEditor
          settings={draft.settings}
          onChange={(settings) => part.set({ settings })}
          problem={problems.get('settings')}
        />
      </FormSection>
      <FormSection title="How it is shown" about="This never changes which values are stored or found.">
        <DisplayFields draft={draft} set={part.set} problem={problems.get('display')} />
      </FormSection>
    </div>
  );
}

/** What values must meet, and from where they are inherited. */
function RulesSections({ draft, set, problems }: PartProps): ReactNode {
  return (
    <>
      <FormSection
        title="Rules"
        about="What values must meet, and where there must be one. A change keeps all stored values. The assets that break a rule are counted before it is made."
      >
        <ErrorBoundary>
          <Suspense fallback={<Skeleton lines={8} label="Loading the rules" />}>
            <RulesFields
              draft={draft}
              set={(members) => set({ rules: { ...draft.rules, ...members } })}
              problem={problems.get('rules')}
            />
          </Suspense>
        </ErrorBoundary>
      </FormSection>
      <FormSection
        title="Inheritance"
        about="Assets without a value can take one from above them. Nothing is copied: a change above counts at once. A column takes the value of its table first."
      >
        <ErrorBoundary>
          <Suspense fallback={<Skeleton lines={2} label="Loading the inheritance" />}>
            <InheritFields draft={draft} set={set} problem={problems.get('inheritance')} />
          </Suspense>
        </ErrorBoundary>
      </FormSection>
    </>
  );
}

function NewName({ draft, set, problems }: PartProps): ReactNode {
  return (
    <TextField
      label="Name"
      value={draft.name}
      onChange={(name) => set({ name })}
      isRequired
      isMono
      autoFocus
      placeholder="io.acme.retentionDays"
      help="Used by programs, filters and files. Cannot be changed later. No spaces. Start with a prefix of your organization."
      problem={problems.get('name')}
    />
  );
}

function FixedName({
  name,
  problem,
}: {
  readonly name: string;
  readonly problem: string | undefined;
}): ReactNode {
  return (
    <Stack gap={1}>
      <span>
        <code>{name}</code>
      </span>
      <Soft>Cannot be changed: values, filters and programs refer to it.</Soft>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </Stack>
  );
}

/** Type, cardinality and mutability of the values. */
function ValuesFields({ draft, set, problems }: PartProps): ReactNode {
  const choices = useDefinitionChoices();
  return (
    <>
      <Select
        label="Value type"
        choices={choices.valueTypes}
        value={draft.valueType === '' ? undefined : draft.valueType}
        onChange={(valueType) =>
          set({
            valueType,
            ...(!isUrnType(valueType) && { allowedTypes: [] }),
            ...(!isTextType(valueType) && { isWordSearched: false }),
          })
        }
        isRequired
        problem={problems.get('type')}
      />
      {isUrnType(draft.valueType) && (
        <ChosenList
          label="Allowed entity types"
          choices={choices.entityTypes}
          isUsual={isUsualType}
          chosen={draft.allowedTypes}
          onChange={(allowedTypes) => set({ allowedTypes })}
          help="Leave empty to allow all types."
        />
      )}
      <RadioChoice
        label="Values per asset"
        value={draft.isMultiple ? 'multiple' : 'single'}
        onChange={(value) => set({ isMultiple: value === 'multiple' })}
        choices={[
          { value: 'single', label: 'One' },
          { value: 'multiple', label: 'Several', help: 'Changing back to one removes stored values.' },
        ]}
      />
      <Checkbox isSelected={draft.isImmutable} onChange={(isImmutable) => set({ isImmutable })}>
        Fixed once set: values cannot be changed or removed
      </Checkbox>
      {isTextType(draft.valueType) && <WordSearchFields draft={draft} set={set} problems={problems} />}
    </>
  );
}

/** Whether searches for words find the values. */
function WordSearchFields({ draft, set, problems }: PartProps): ReactNode {
  return (
    <>
      <Checkbox isSelected={draft.isWordSearched} onChange={(isWordSearched) => set({ isWordSearched })}>
        Searched by words: a search for a word of a value finds its assets
      </Checkbox>
      {draft.isWordSearched && (
        <TextField
          label="Weight of these words"
          value={draft.wordWeight}
          onChange={(wordWeight) => set({ wordWeight })}
          placeholder="1"
          help="Greater: assets with the words in this property come first. Names have 10."
          problem={weightProblem(draft.wordWeight) ?? problems.get('search')}
        />
      )}
    </>
  );
}

function weightProblem(written: string): string | undefined {
  const weight = written.trim() === '' ? 1 : parseDecimal(written.trim());
  return weight !== undefined && weight > 0 && weight <= 100 ? undefined : 'Must be above 0 and at most 100.';
}

/** Entity types and platforms to which the property applies. */
function ScopeFields({ draft, set, problems }: PartProps): ReactNode {
  const choices = useDefinitionChoices();
  return (
    <>
      <ChosenList
        label="Asset types"
        choices={choices.entityTypes}
        isUsual={isUsualType}
        chosen={draft.entityTypes}
        onChange={(entityTypes) => set({ entityTypes })}
        isRequired
        problem={problems.get('entityTypes')}
      />
      <ChosenList
        label="Platforms"
        choices={choices.platforms}
        chosen={draft.allowedPlatforms}
        onChange={(allowedPlatforms) => set({ allowedPlatforms })}
        help="Leave empty for all platforms."
        problem={problems.get('platforms')}
      />
    </>
  );
}
