import { useState, type ReactNode } from 'react';
import { InPlace } from '../../components/fields/in-place.tsx';
import { Folded } from '../../components/lists/folded.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Conflict } from '../values/conflict.tsx';
import { EditButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import { ValueField } from '../values/value-field.tsx';
import { useEdit } from '../entities/use-edit.ts';

/** Thrown if the description has changed since it was shown. */
class DescriptionChangedError extends Error {
  readonly current: string;

  constructor(current: string) {
    super('Someone else changed the description.');
    this.name = 'DescriptionChangedError';
    this.current = current;
  }
}

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
  if (current !== before) throw new DescriptionChangedError(current);
  await stored.write(text);
}

/** A Markdown description, edited in place. */
export function Description({
  stored,
  text,
  none = 'none',
  right,
}: {
  readonly stored: StoredDescription;
  readonly text: string;
  /** Shown if there is none. */
  readonly none?: string;
  readonly right: Right;
}): ReactNode {
  const [draft, setDraft] = useState<string>();
  // The text when editing began: a refetch must not hide that it has changed since.
  const [before, setBefore] = useState('');
  const [wasEdited, setWasEdited] = useState(false);
  const { edit, renew, isPending, error, reset } = useEdit(stored.urn, stored.queryKey);
  const save = (replaced: string, description: string): void => {
    edit(
      {
        done: 'Description saved',
        run: () => replaceDescription(stored, replaced, description),
        undo: () => replaceDescription(stored, description, replaced),
      },
      close,
    );
  };
  const close = (): void => {
    setDraft(undefined);
    setWasEdited(true);
    reset();
  };
  return (
    <Section
      title="Description"
      action={
        draft === undefined && (
          <EditButton
            right={right}
            label="Edit description"
            autoFocus={wasEdited}
            onPress={() => {
              setDraft(text);
              setBefore(text);
            }}
          />
        )
      }
    >
      {draft === undefined ? (
        text === '' ? (
          <Soft>{none}</Soft>
        ) : (
          <Folded>
            <Markdown isWhole>{text}</Markdown>
          </Folded>
        )
      ) : (
        <DescriptionForm
          draft={draft}
          isUnchanged={draft === before}
          error={error}
          isPending={isPending}
          onChange={setDraft}
          onCancel={close}
          onSave={() => {
            save(before, draft);
          }}
          onKeepTheirs={() => {
            void renew();
            close();
          }}
          onReplaceTheirs={(theirs) => {
            save(theirs, draft);
          }}
        />
      )}
    </Section>
  );
}

/** The form that edits a description, with what somebody else has written in the meantime. */
function DescriptionForm({
  draft,
  isUnchanged,
  error,
  isPending,
  onChange,
  onCancel,
  onSave,
  onKeepTheirs,
  onReplaceTheirs,
}: {
  readonly draft: string;
  readonly isUnchanged: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onChange: (draft: string) => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
  readonly onKeepTheirs: () => void;
  readonly onReplaceTheirs: (theirs: string) => void;
}): ReactNode {
  const theirs = error instanceof DescriptionChangedError ? error.current : undefined;
  return (
    <InPlace
      label="Edit description"
      isPending={isPending}
      isDisabled={isUnchanged || theirs !== undefined}
      onCancel={onCancel}
      onSave={onSave}
    >
      <ValueField
        type="rich_text"
        label="Description"
        isLabelHidden
        value={draft}
        onChange={(value) => {
          onChange(value === undefined ? '' : String(value));
        }}
        autoFocus
      />
      {theirs !== undefined && (
        <Conflict
          name="the description"
          theirs={<Markdown>{theirs}</Markdown>}
          mine={<Markdown>{draft}</Markdown>}
          isPending={isPending}
          onKeepTheirs={onKeepTheirs}
          onSaveMine={() => {
            onReplaceTheirs(theirs);
          }}
        />
      )}
      {error !== null && theirs === undefined && <ErrorNotice error={error} />}
    </InPlace>
  );
}
