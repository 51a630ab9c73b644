import { useState, type ReactNode } from 'react';
import { InPlace } from '../../components/fields/in-place.tsx';
import { Folded } from '../../components/lists/folded.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { ChangedError } from '../values/changed-error.ts';
import { SaveProblem } from '../values/save-problem.tsx';
import { EditableSection } from '../rights/editable-section.tsx';
import type { Right } from '../rights/right.ts';
import { ValueField } from '../values/value-field.tsx';
import { useEdit } from '../entities/use-edit.ts';

/** Thrown if the description has changed since it was shown. */
class DescriptionChangedError extends ChangedError<string> {}

/** Where a description is stored. */
export interface StoredDescription {
  /** The entity whose state is the query of `queryKey`. */
  readonly urn: string;
  readonly queryKey?: readonly string[];
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<unknown>;
}

/** Replaces a description. Throws if it is not the one that the person saw; checked here, because the mutation has no precondition. */
async function replaceDescription(stored: StoredDescription, before: string, text: string): Promise<void> {
  const current = await stored.read();
  if (current !== before) throw new DescriptionChangedError('the description', current);
  await stored.write(text);
}

/** A Markdown description, edited in place. */
export function Description({
  stored,
  text,
  none = 'No description',
  right,
  proposal,
}: {
  readonly stored: StoredDescription;
  readonly text: string;
  /** Shown if there is none. */
  readonly none?: string;
  readonly right: Right;
  /** See `EditableSection`. */
  readonly proposal?: ((close: () => void) => ReactNode) | undefined;
}): ReactNode {
  return (
    <EditableSection
      title="Description"
      right={right}
      editor={(close) => <DescriptionForm stored={stored} shown={text} onClose={close} />}
      proposal={proposal}
    >
      {text === '' ? (
        <Soft>{none}</Soft>
      ) : (
        <Folded>
          <Markdown isWhole>{text}</Markdown>
        </Folded>
      )}
    </EditableSection>
  );
}

const MARKDOWN = { valueType: 'rich_text' } as const;

/** The form that edits a description, with what somebody else has written in the meantime. */
function DescriptionForm({
  stored,
  shown,
  onClose,
}: {
  readonly stored: StoredDescription;
  readonly shown: string;
  readonly onClose: () => void;
}): ReactNode {
  // The text when editing began: a refetch must not hide that it has changed since.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown);
  const { edit, renew, isPending, error } = useEdit(stored.urn, stored.queryKey);
  const theirs = error instanceof DescriptionChangedError ? error : undefined;
  const save = (replaced: string): void =>
    edit(
      {
        done: 'Description saved',
        run: () => replaceDescription(stored, replaced, draft),
        undo: () => replaceDescription(stored, draft, replaced),
        about: `${stored.urn} description`,
      },
      onClose,
    );
  return (
    <InPlace
      label="Edit description"
      isPending={isPending}
      isDisabled={draft === before || theirs !== undefined}
      onCancel={onClose}
      onSave={() => save(before)}
    >
      <ValueField
        definition={MARKDOWN}
        label="Description"
        isLabelHidden
        value={draft}
        onChange={(value) => setDraft(value === undefined ? '' : String(value))}
        autoFocus
      />
      <SaveProblem
        error={error}
        theirs={theirs}
        mine={draft}
        name="the description"
        show={(text) => <Markdown>{text}</Markdown>}
        isPending={isPending}
        onKeepTheirs={() => {
          void renew();
          onClose();
        }}
        onSaveMine={save}
      />
    </InPlace>
  );
}
