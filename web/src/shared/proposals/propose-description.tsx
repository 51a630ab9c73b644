import { useState, type ReactNode } from 'react';
import { ValueField } from '../values/value-field.tsx';
import { changeTo } from './proposed-changes.ts';
import { ProposeForm } from './propose-form.tsx';
import { useTitleNames } from './use-title-names.ts';

const MARKDOWN = { valueType: 'rich_text' } as const;

/** Proposes a description of an entity. */
export function ProposeDescription({
  urn,
  text,
  onClose,
}: {
  readonly urn: string;
  readonly text: string;
  readonly onClose: () => void;
}): ReactNode {
  const [before] = useState(text);
  const [draft, setDraft] = useState(text);
  const { subject } = useTitleNames(urn);
  return (
    <ProposeForm
      urn={urn}
      name="description"
      title={`Description of ${subject}`}
      changes={draft === before ? [] : [changeTo('description', draft === '' ? [] : [draft])]}
      onClose={onClose}
    >
      <ValueField
        definition={MARKDOWN}
        label="Description"
        isLabelHidden
        help="Markdown."
        value={draft}
        onChange={(value) => setDraft(value === undefined ? '' : String(value))}
        autoFocus
      />
    </ProposeForm>
  );
}
