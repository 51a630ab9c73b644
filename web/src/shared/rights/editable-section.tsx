import { useState, type ReactNode } from 'react';
import { Section } from '../../components/layout/section.tsx';
import { EditButton } from './edit-button.tsx';
import type { Right } from './right.ts';

/** A section edited in place. Its button starts the edit, and has the focus after it. */
export function EditableSection({
  title,
  right,
  label = `Edit ${title.toLowerCase()}`,
  button,
  editor,
  children,
}: {
  readonly title: string;
  readonly right: Right;
  /** Accessible name of the button; must start with its visible text. */
  readonly label?: string;
  /** Visible text of the button instead of the pencil. */
  readonly button?: string;
  /** Shown instead of the content while editing. */
  readonly editor: (close: () => void) => ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  return (
    <Section
      title={title}
      action={
        !isEditing && (
          <EditButton right={right} label={label} autoFocus={wasEdited} onPress={() => setEditing(true)}>
            {button}
          </EditButton>
        )
      }
    >
      {isEditing ? editor(close) : children}
    </Section>
  );
}
