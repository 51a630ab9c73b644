import { useState, type ReactNode } from 'react';
import { NameText } from '../../../components/text/name-text.tsx';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { InPlace } from '../../../components/fields/in-place.tsx';
import { SafeLink } from '../../../components/text/safe-link.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { EditableSection } from '../../../shared/rights/editable-section.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import type { DocumentationLink } from '../../../shared/entities/entity-facts.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';

const ADD = graphql(`
  mutation addLinkHere($input: AddLinkInput!) {
    addLink(input: $input)
  }
`);
const REMOVE = graphql(`
  mutation removeLinkHere($input: RemoveLinkInput!) {
    removeLink(input: $input)
  }
`);

const inputOf = (urn: string, { url, label }: DocumentationLink) => ({
  input: { resourceUrn: urn, linkUrl: url, label },
});

/** Documentation links, with controls to add and remove them. */
export function Links({
  urn,
  links,
  right,
}: {
  readonly urn: string;
  readonly links: readonly DocumentationLink[];
  readonly right: Right;
}): ReactNode {
  const { edit, error } = useEdit(urn);
  const remove = (link: DocumentationLink): void =>
    edit({
      done: 'Link removed',
      run: () => query(REMOVE, inputOf(urn, link)),
      undo: () => query(ADD, inputOf(urn, link)),
      about: `${urn} ${link.url}`,
    });
  const list = links.length > 0 && (
    <Stack gap={1}>
      {links.map((link) => (
        <Row key={`${link.label} ${link.url}`} spread>
          <NameText>
            <SafeLink href={link.url}>{link.label}</SafeLink>
          </NameText>
          {right.state === 'allowed' && (
            <Button look="quiet" label={`Remove link ${link.label}`} onPress={() => remove(link)}>
              <span aria-hidden="true">✕</span>
            </Button>
          )}
        </Row>
      ))}
    </Stack>
  );
  const problem = error !== null && <ErrorNotice error={error} />;
  return (
    <EditableSection
      title="Links"
      right={right}
      label="Add link"
      button="Add"
      editor={(close) => (
        <>
          {list}
          <NewLink urn={urn} onClose={close} />
          {problem}
        </>
      )}
    >
      {links.length === 0 && <Soft>No links</Soft>}
      {list}
      {problem}
    </EditableSection>
  );
}

function NewLink({ urn, onClose }: { readonly urn: string; readonly onClose: () => void }): ReactNode {
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const { edit, isPending, error } = useEdit(urn);
  const save = (): void => {
    const link = { url: url.trim(), label: label.trim() === '' ? url.trim() : label.trim() };
    edit(
      {
        done: 'Link added',
        run: () => query(ADD, inputOf(urn, link)),
        undo: () => query(REMOVE, inputOf(urn, link)),
        about: `${urn} ${link.url}`,
      },
      onClose,
    );
  };
  return (
    <>
      <InPlace
        label="Add link"
        saveLabel="Add"
        isPending={isPending}
        isDisabled={url.trim() === ''}
        onCancel={onClose}
        onSave={save}
      >
        <TextField label="URL" type="url" placeholder="https://" value={url} onChange={setUrl} autoFocus />
        <TextField label="Text" value={label} onChange={setLabel} />
      </InPlace>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
