import { useState, type ReactNode } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { InPlace } from '../../../components/controls/in-place.tsx';
import { Folded } from '../../../components/data/folded.tsx';
import { Markdown } from '../../../components/data/markdown.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Conflict } from '../../../shared/values/conflict.tsx';
import { EditButton } from '../../../shared/rights/edit-button.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { ValueField } from '../../../shared/values/value-field.tsx';
import { factsOf } from '../../../shared/entities/entity-facts.ts';
import { useEdit } from '../use-edit.ts';
import { readStoredEntity } from '../../../shared/entities/use-entity.ts';

const UPDATE = graphql(`
  mutation updateDescriptionHere($input: DescriptionUpdateInput!) {
    updateDescription(input: $input)
  }
`);

/** Thrown if the description has changed since it was shown. */
class DescriptionChangedError extends Error {
  readonly current: string;

  constructor(current: string) {
    super('Someone else changed the description.');
    this.name = 'DescriptionChangedError';
    this.current = current;
  }
}

/** Replaces a description. Throws if it is not the one that the person saw; checked here, because the mutation has no precondition. */
async function replaceDescription(urn: string, before: string, description: string): Promise<void> {
  const entity = await readStoredEntity(urn);
  const current = entity === null ? '' : (factsOf(entity).description ?? '');
  if (current !== before) throw new DescriptionChangedError(current);
  await query(UPDATE, { input: { resourceUrn: urn, description } });
}

/** The Markdown description of an entity, edited in place. */
export function Description({
  urn,
  text,
  right,
}: {
  readonly urn: string;
  readonly text: string;
  readonly right: Right;
}): ReactNode {
  const [draft, setDraft] = useState<string>();
  // The text when editing began: a refetch must not hide that it has changed since.
  const [before, setBefore] = useState('');
  const [wasEdited, setWasEdited] = useState(false);
  const { edit, renew, isPending, error, reset } = useEdit(urn);
  const save = (replaced: string, description: string): void => {
    edit(
      {
        done: 'Description saved',
        run: () => replaceDescription(urn, replaced, description),
        undo: () => replaceDescription(urn, description, replaced),
      },
      close,
    );
  };
  const changed = error instanceof DescriptionChangedError ? error.current : undefined;
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
          <Soft>none</Soft>
        ) : (
          <Folded>
            <Markdown isWhole>{text}</Markdown>
          </Folded>
        )
      ) : (
        <InPlace
          label="Edit description"
          isPending={isPending}
          isDisabled={draft === before || changed !== undefined}
          onCancel={close}
          onSave={() => {
            save(before, draft);
          }}
        >
          <ValueField
            type="rich_text"
            label="Description"
            isLabelHidden
            value={draft}
            onChange={(value) => {
              setDraft(value === undefined ? '' : String(value));
            }}
            autoFocus
          />
          {changed !== undefined && (
            <Conflict
              name="the description"
              theirs={<Markdown>{changed}</Markdown>}
              mine={<Markdown>{draft}</Markdown>}
              isPending={isPending}
              onKeepTheirs={() => {
                void renew();
                close();
              }}
              onSaveMine={() => {
                save(changed, draft);
              }}
            />
          )}
          {error !== null && changed === undefined && <ErrorNotice error={error} />}
        </InPlace>
      )}
    </Section>
  );
}
