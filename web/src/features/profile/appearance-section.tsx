import type { ReactNode } from 'react';
import {
  APPEARANCES,
  APPEARANCE_LABELS,
  chooseAppearance,
  useAppearance,
} from '../../api/person/appearance.ts';
import { RadioChoice } from '../../components/fields/radio-choice.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';

/** Section for the colour scheme, which takes effect at once. */
export function AppearanceSection(): ReactNode {
  const appearance = useAppearance();
  return (
    <FormSection title="Appearance" about="For this browser.">
      <RadioChoice
        label="Colours"
        choices={APPEARANCES.map((value) => ({ value, label: APPEARANCE_LABELS[value] }))}
        value={appearance}
        onChange={(value) => {
          const chosen = APPEARANCES.find((known) => known === value);
          if (chosen !== undefined) chooseAppearance(chosen);
        }}
      />
    </FormSection>
  );
}
