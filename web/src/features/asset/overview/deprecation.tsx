import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { retryIfOutdated, versionOf } from '../../../api/conditional-write.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql } from '../../../api/graphql.ts';
import { isObject } from '../../../api/is-object.ts';
import { query } from '../../../api/query.ts';
import { readEntity } from '../../../api/read-entity.ts';
import { Button } from '../../../components/controls/button.tsx';
import { DayField, TextField } from '../../../components/fields/fields.tsx';
import { InPlace } from '../../../components/fields/in-place.tsx';
import { Markdown } from '../../../components/markdown/markdown.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { EditButton } from '../../../shared/rights/edit-button.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { Conflict } from '../../../shared/values/conflict.tsx';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import { valueText } from '../../../shared/values/value-text.ts';
import { deprecationOf, type DeprecationFacts } from '../../../shared/entities/entity-facts.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';

const UPDATE = graphql(`
  mutation updateDeprecationHere($input: UpdateDeprecationInput!) {
    updateDeprecation(input: $input)
  }
`);

const NOTHING: DeprecationFacts = { note: '', day: '', replacement: undefined };

/** Thrown if the deprecation has changed since it was shown. */
class DeprecationChangedError extends Error {
  /** The stored deprecation; undefined: not deprecated. */
  readonly current: DeprecationFacts | undefined;

  constructor(current: DeprecationFacts | undefined) {
    super('Someone else changed the deprecation.');
    this.name = 'DeprecationChangedError';
    this.current = current;
  }
}

/** Replaces the deprecation of an entity; undefined: not deprecated. Throws {@link DeprecationChangedError} if it is not the one that the person saw. */
async function replaceDeprecation(
  urn: string,
  before: DeprecationFacts | undefined,
  next: DeprecationFacts | undefined,
): Promise<void> {
  await retryIfOutdated(async () => {
    const aspect = (await readEntity(urn, ['deprecation']))?.['deprecation'];
    const value = isObject(aspect) ? aspect['value'] : undefined;
    const current = isObject(value) ? deprecationOf(value) : undefined;
    if (JSON.stringify(current) !== JSON.stringify(before)) throw new DeprecationChangedError(current);
    await query(UPDATE, {
      input: {
        urn,
        deprecated: next !== undefined,
        note: next?.note ?? '',
        ...(next && next.day !== '' && { decommissionTime: Date.parse(`${next.day}T00:00:00Z`) }),
        ...(next?.replacement !== undefined && { replacement: next.replacement }),
        ifVersionMatch: versionOf(aspect),
      },
    });
  });
}

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
  // The value when editing began: a refetch must not hide that it has changed since.
  const [before, setBefore] = useState<DeprecationFacts>();
  const [isRemoval, setRemoval] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const { edit, renew, isPending, error, reset } = useEdit(urn);
  const close = (): void => {
    setDraft(undefined);
    setWasEdited(true);
    reset();
  };
  const save = (replaced: DeprecationFacts | undefined, next: DeprecationFacts | undefined): void => {
    setRemoval(next === undefined);
    const done = next === undefined ? 'No longer deprecated' : replaced ? 'Deprecation saved' : 'Deprecated';
    edit(
      {
        done,
        run: () => replaceDeprecation(urn, replaced, next),
        undo: () => replaceDeprecation(urn, next, replaced),
      },
      close,
    );
  };
  const changed = error instanceof DeprecationChangedError ? error : undefined;
  const mine = isRemoval ? undefined : draft;
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
              setBefore(deprecation);
            }}
          />
        )
      }
    >
      {draft === undefined && <Shown deprecation={deprecation} />}
      {draft !== undefined && (
        <InPlace
          label="Edit deprecation"
          saveLabel={before ? 'Save' : 'Deprecate'}
          isPending={isPending}
          isDisabled={changed !== undefined}
          onCancel={close}
          onSave={() => {
            save(before, draft);
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
          {before && changed === undefined && (
            <Row>
              <Button
                isPending={isPending}
                onPress={() => {
                  save(before, undefined);
                }}
              >
                No longer deprecated
              </Button>
            </Row>
          )}
          {changed && (
            <Conflict
              name="the deprecation"
              theirs={<Shown deprecation={changed.current} />}
              mine={<Shown deprecation={mine} />}
              isPending={isPending}
              onKeepTheirs={() => {
                void renew();
                close();
              }}
              onSaveMine={() => {
                save(changed.current, mine);
              }}
            />
          )}
          {error !== null && changed === undefined && <ErrorNotice error={error} />}
        </InPlace>
      )}
    </Section>
  );
}

function Shown({ deprecation }: { readonly deprecation: DeprecationFacts | undefined }): ReactNode {
  const { note, day, replacement } = deprecation ?? NOTHING;
  const nameOf = useEntityNames(replacement === undefined ? [] : [replacement]);
  if (deprecation === undefined) return <Soft>not deprecated</Soft>;
  return (
    <Stack gap={1}>
      {note === '' ? <span>Deprecated</span> : <Markdown>{note}</Markdown>}
      {day !== '' && <Soft>{`Decommissioned on ${valueText('date', day)}`}</Soft>}
      {replacement !== undefined && (
        <span>
          <Soft>Use</Soft>{' '}
          <Link href={entityPath(replacement)}>
            <NameText>{nameOf(replacement)}</NameText>
          </Link>
        </span>
      )}
    </Stack>
  );
}
