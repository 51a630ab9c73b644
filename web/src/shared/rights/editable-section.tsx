import { useState, type ReactNode } from 'react';
import { Section } from '../../components/layout/section.tsx';
import { EditButton, ProposeButton } from './edit-button.tsx';
import type { Right } from './right.ts';

/** A section edited in place, or for people who may not: where a change is proposed. Its button starts the edit, and has the focus after it. */
export function EditableSection({
  title,
  right,
  label = `Edit ${title.toLowerCase()}`,
  button,
  editor,
  proposal,
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
  /** Shown instead of the content while a change is proposed; undefined: the person may not propose any. */
  readonly proposal?: ((close: () => void) => ReactNode) | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  const proposed = right.state === 'refused' ? proposal : undefined;
  const open = (): void => setEditing(true);
  return (
    <Section
      title={title}
      action={
        !isEditing &&
        (proposed ? (
          <ProposeButton name={title.toLowerCase()} autoFocus={wasEdited} onPress={open} />
        ) : (
          <EditButton right={right} label={label} autoFocus={wasEdited} onPress={open}>
            {button}
          </EditButton>
        ))
      }
    >
      {isEditing ? (proposed ?? editor)(close) : children}
    </Section>
  );
}
