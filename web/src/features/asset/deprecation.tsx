import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../components/controls/button.tsx';
import { DayField, TextField } from '../../components/controls/fields.tsx';
import { InPlace } from '../../components/controls/in-place.tsx';
import { Markdown } from '../../components/data/markdown.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { entityPath } from '../../urls/paths.ts';
import { EditButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import { EntityPicker } from '../values/entity-picker.tsx';
import { valueText } from '../values/value-text.ts';
import type { DeprecationFacts } from './entity-facts.ts';
import { useEdit } from './use-edit.ts';

const UPDATE = graphql(`
  mutation updateDeprecationHere($input: UpdateDeprecationInput!) {
    updateDeprecation(input: $input)
  }
`);

const NOTHING: DeprecationFacts = { note: '', day: '', replacement: undefined };

/** Whether an entity is deprecated, why, until when, and what replaces it; edited in place. */
export function Deprecation({
  urn,
  deprecation,
  right,
}: {
  readonly urn: string;
  /** Undefined: not deprecated. */
  readonly deprecation: DeprecationFacts | undefined;
  readonly right: Right;
}): ReactNode {
  const [draft, setDraft] = useState<DeprecationFacts>();
  const [wasEdited, setWasEdited] = useState(false);
  const { edit, isPending, error, reset } = useEdit(urn);
  const set = (next: DeprecationFacts | undefined): Promise<unknown> =>
    query(UPDATE, {
      input: {
        ...{ urn, deprecated: next !== undefined, note: next?.note ?? '' },
        ...(next && next.day !== '' && { decommissionTime: Date.parse(`${next.day}T00:00:00Z`) }),
        ...(next?.replacement !== undefined && { replacement: next.replacement }),
      },
    });
  const close = (): void => {
    setDraft(undefined);
    setWasEdited(true);
    reset();
  };
  const save = (next: DeprecationFacts | undefined, done: string): void => {
    edit({ done, run: () => set(next), undo: () => set(deprecation) }, close);
  };
  return (
    <Section
      title="Deprecation"
      action={
        draft === undefined && (
          <EditButton
            right={right}
            label="Edit deprecation"
            autoFocus={wasEdited}
            onPress={() => {
              setDraft(deprecation ?? NOTHING);
            }}
          />
        )
      }
    >
      {draft === undefined &&
        (deprecation ? <Shown deprecation={deprecation} /> : <Soft>not deprecated</Soft>)}
      {draft !== undefined && (
        <InPlace
          label="Edit deprecation"
          saveLabel={deprecation ? 'Save' : 'Deprecate'}
          isPending={isPending}
          onCancel={close}
          onSave={() => {
            save(draft, deprecation ? 'Deprecation saved' : 'Deprecated');
          }}
        >
          <TextField
            label="Note"
            lines={3}
            autoFocus
            help="Why, and what to do. Ctrl+Enter saves."
            value={draft.note}
            onChange={(note) => {
              setDraft({ ...draft, note });
            }}
          />
          <DayField
            label="Decommissioned on"
            value={draft.day}
            onChange={(day) => {
              setDraft({ ...draft, day });
            }}
          />
          <EntityPicker
            label="Replacement"
            types={[]}
            value={draft.replacement}
            onChange={(replacement) => {
              setDraft({ ...draft, replacement });
            }}
            opensOnFocus={false}
          />
          {deprecation && (
            <Row>
              <Button
                isPending={isPending}
                onPress={() => {
                  save(undefined, 'No longer deprecated');
                }}
              >
                No longer deprecated
              </Button>
            </Row>
          )}
          {error !== null && <ErrorNotice error={error} />}
        </InPlace>
      )}
    </Section>
  );
}

function Shown({
  deprecation: { note, day, replacement },
}: {
  readonly deprecation: DeprecationFacts;
}): ReactNode {
  const nameOf = useEntityNames(replacement === undefined ? [] : [replacement]);
  return (
    <Stack gap={1}>
      {note === '' ? <span>Deprecated</span> : <Markdown>{note}</Markdown>}
      {day !== '' && <Soft>{`Decommissioned on ${valueText('date', day)}`}</Soft>}
      {replacement !== undefined && (
        <span>
          <Soft>Use</Soft>{' '}
          <Link href={entityPath(replacement)}>
            <bdi>{nameOf(replacement)}</bdi>
          </Link>
        </span>
      )}
    </Stack>
  );
}
