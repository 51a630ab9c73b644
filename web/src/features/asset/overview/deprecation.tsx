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
import { InPlace } from '../../../components/fields/in-place.tsx';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { Markdown } from '../../../components/markdown/markdown.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { EditableSection } from '../../../shared/rights/editable-section.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { useMayPropose } from '../../../shared/rights/use-rights.ts';
import { ChangedError } from '../../../shared/values/changed-error.ts';
import { SaveProblem } from '../../../shared/values/save-problem.tsx';
import { valueText } from '../../../shared/values/value-text.ts';
import { deprecationOf, type DeprecationFacts } from '../../../shared/entities/entity-facts.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';
import { DeprecationFields, NOTHING } from './deprecation-fields.tsx';

const UPDATE = graphql(`
  mutation updateDeprecationHere($input: UpdateDeprecationInput!) {
    updateDeprecation(input: $input)
  }
`);

const ProposeDeprecation = loadedLater(
  async () => (await import('./propose-deprecation.tsx')).ProposeDeprecation,
);

/** Thrown if the deprecation has changed since it was shown; `current` is undefined if there is none. */
class DeprecationChangedError extends ChangedError<DeprecationFacts | undefined> {}

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
    if (JSON.stringify(current) !== JSON.stringify(before))
      throw new DeprecationChangedError('the deprecation', current);
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

/** Whether an entity is deprecated, why, until when, and what replaces it; edited in place. People who may not edit it propose it. */
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
  const mayPropose = useMayPropose(urn);
  return (
    <EditableSection
      title="Deprecation"
      right={right}
      editor={(close) => <DeprecationForm urn={urn} shown={deprecation} onClose={close} />}
      proposal={
        mayPropose
          ? (close) => <ProposeDeprecation urn={urn} shown={deprecation} onClose={close} />
          : undefined
      }
    >
      <Shown deprecation={deprecation} />
    </EditableSection>
  );
}

/** The form that edits a deprecation, with what somebody else has saved in the meantime. */
function DeprecationForm({
  urn,
  shown,
  onClose,
}: {
  readonly urn: string;
  readonly shown: DeprecationFacts | undefined;
  readonly onClose: () => void;
}): ReactNode {
  // The value when editing began: a refetch must not hide that it has changed since.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown ?? NOTHING);
  const [isRemoval, setRemoval] = useState(false);
  const { edit, renew, isPending, error } = useEdit(urn);
  const changed = error instanceof DeprecationChangedError ? error : undefined;
  const mine = isRemoval ? undefined : draft;
  const save = (replaced: DeprecationFacts | undefined, next: DeprecationFacts | undefined): void => {
    setRemoval(next === undefined);
    const done = next === undefined ? 'No longer deprecated' : replaced ? 'Deprecation saved' : 'Deprecated';
    const run = (): Promise<void> => replaceDeprecation(urn, replaced, next);
    const undo = (): Promise<void> => replaceDeprecation(urn, next, replaced);
    edit({ done, run, undo, about: `${urn} deprecation` }, onClose);
  };
  return (
    <InPlace
      label="Edit deprecation"
      saveLabel={before ? 'Save' : 'Deprecate'}
      isPending={isPending}
      isDisabled={changed !== undefined}
      onCancel={onClose}
      onSave={() => save(before, draft)}
    >
      <DeprecationFields facts={draft} help="Why, and what to do. Ctrl+Enter saves." onChange={setDraft} />
      {before && changed === undefined && (
        <Row>
          <Button isPending={isPending} onPress={() => save(before, undefined)}>
            No longer deprecated
          </Button>
        </Row>
      )}
      <SaveProblem
        error={error}
        theirs={changed}
        mine={mine}
        name="the deprecation"
        show={(facts) => <Shown deprecation={facts} />}
        isPending={isPending}
        onKeepTheirs={() => {
          void renew();
          onClose();
        }}
        onSaveMine={(theirs) => save(theirs, mine)}
      />
    </InPlace>
  );
}

function Shown({ deprecation }: { readonly deprecation: DeprecationFacts | undefined }): ReactNode {
  const { note, day, replacement } = deprecation ?? NOTHING;
  const nameOf = useEntityNames(replacement === undefined ? [] : [replacement]);
  if (deprecation === undefined) return <Soft>Not deprecated</Soft>;
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
