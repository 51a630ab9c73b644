import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/choice.tsx';
import { ChosenList } from '../../../components/controls/chosen-list.tsx';
import { Checkbox, TextField } from '../../../components/controls/fields.tsx';
import { RadioChoice } from '../../../components/controls/radio-choice.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { FormSection } from '../../../components/layout/form-section.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import type { Draft } from '../definition/draft.ts';
import { isUrnType } from '../definition/value-types.ts';
import { AllowedValuesEditor } from './allowed-values-editor.tsx';
import { useDefinitionChoices } from './choices.ts';
import type { FormPart } from './form-part.ts';
import { SettingsEditor } from './settings-editor.tsx';

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
  /** What the server says against a part. */
  readonly problems: ReadonlyMap<FormPart, string>;
}): ReactNode {
  const choices = useDefinitionChoices();
  const set = (members: Partial<Draft>): void => {
    onChange({ ...draft, ...members });
  };
  return (
    <div>
      <FormSection title="What it is">
        {isNew ? (
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => {
              set({ name });
            }}
            isRequired
            isMono
            placeholder="io.acme.retentionDays"
            help="Programs, filters and files know it by this name. It cannot be changed later. No spaces; a prefix of your organization keeps it apart from others."
            problem={problems.get('name')}
          />
        ) : (
          <Stack gap={1}>
            <span>
              <code>{draft.name}</code>
            </span>
            <Soft>The name cannot be changed: values, filters and programs refer to it.</Soft>
            {problems.has('name') && <Notice tone="bad">{problems.get('name')}</Notice>}
          </Stack>
        )}
        <TextField
          label="Display name"
          value={draft.displayName}
          onChange={(displayName) => {
            set({ displayName });
          }}
          placeholder="Retention"
          help="What people read on assets and in filters."
        />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => {
            set({ description });
          }}
          lines={3}
          help="What a value means, so that two people would choose the same one."
        />
      </FormSection>
      <FormSection
        title="Values"
        about="A change that makes stored values invalid breaks them; the plan says so before."
      >
        <Select
          label="Value type"
          choices={choices.valueTypes}
          value={draft.valueType === '' ? undefined : draft.valueType}
          onChange={(valueType) => {
            set({ valueType, ...(!isUrnType(valueType) && { allowedTypes: [] }) });
          }}
          isRequired
          problem={problems.get('type')}
        />
        {isUrnType(draft.valueType) && (
          <ChosenList
            label="Entities to refer to"
            choices={choices.entityTypes}
            chosen={draft.allowedTypes}
            onChange={(allowedTypes) => {
              set({ allowedTypes });
            }}
            help="None chosen: anything of the catalog."
          />
        )}
        <RadioChoice
          label="Values per asset"
          value={draft.isMultiple ? 'multiple' : 'single'}
          onChange={(value) => {
            set({ isMultiple: value === 'multiple' });
          }}
          choices={[
            { value: 'single', label: 'One' },
            { value: 'multiple', label: 'Several', help: 'Going back to one breaks stored values.' },
          ]}
        />
        <Checkbox
          isSelected={draft.isImmutable}
          onChange={(isImmutable) => {
            set({ isImmutable });
          }}
        >
          Fixed once set: nobody can change or remove a value
        </Checkbox>
      </FormSection>
      <FormSection
        title="Allowed values"
        about="Offered as a list, in this order. Without any, every value of the type is allowed."
      >
        <AllowedValuesEditor
          values={draft.allowedValues}
          onChange={(allowedValues) => {
            set({ allowedValues });
          }}
        />
        {problems.has('allowedValues') && <Notice tone="bad">{problems.get('allowedValues')}</Notice>}
      </FormSection>
      <FormSection title="Where it applies">
        <ChosenList
          label="Types of assets"
          choices={choices.entityTypes}
          chosen={draft.entityTypes}
          onChange={(entityTypes) => {
            set({ entityTypes });
          }}
          isRequired
          problem={problems.get('entityTypes')}
        />
        <ChosenList
          label="Platforms"
          choices={choices.platforms}
          chosen={draft.allowedPlatforms}
          onChange={(allowedPlatforms) => {
            set({ allowedPlatforms });
          }}
          help="None chosen: all platforms."
          problem={problems.get('platforms')}
        />
      </FormSection>
      <FormSection title="Where it is shown">
        <SettingsEditor
          settings={draft.settings}
          onChange={(settings) => {
            set({ settings });
          }}
          problem={problems.get('settings')}
        />
      </FormSection>
    </div>
  );
}
