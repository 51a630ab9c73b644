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
import { Section } from '../../../components/layout/section.tsx';
import { EditButton } from '../../../shared/rights/edit-button.tsx';
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
  const [isAdding, setAdding] = useState(false);
  const [wasAdding, setWasAdding] = useState(false);
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const { edit, isPending, error, reset } = useEdit(urn);
  const add = (link: DocumentationLink): Promise<unknown> =>
    query(ADD, { input: { resourceUrn: urn, linkUrl: link.url, label: link.label } });
  const remove = (link: DocumentationLink): Promise<unknown> =>
    query(REMOVE, { input: { resourceUrn: urn, linkUrl: link.url, label: link.label } });
  const close = (): void => {
    setAdding(false);
    setWasAdding(true);
    setUrl('');
    setLabel('');
    reset();
  };
  return (
    <Section
      title="Links"
      action={
        !isAdding && (
          <EditButton
            right={right}
            label="Add link"
            autoFocus={wasAdding}
            onPress={() => {
              setAdding(true);
            }}
          >
            Add
          </EditButton>
        )
      }
    >
      {links.length === 0 && !isAdding && <Soft>none</Soft>}
      {links.length > 0 && (
        <Stack gap={1}>
          {links.map((link) => (
            <Row key={`${link.label} ${link.url}`} spread>
              <NameText>
                <SafeLink href={link.url}>{link.label}</SafeLink>
              </NameText>
              {right.state === 'allowed' && (
                <Button
                  look="quiet"
                  label={`Remove link ${link.label}`}
                  onPress={() => {
                    edit({ done: 'Link removed', run: () => remove(link), undo: () => add(link) });
                  }}
                >
                  <span aria-hidden="true">✕</span>
                </Button>
              )}
            </Row>
          ))}
        </Stack>
      )}
      {isAdding && (
        <InPlace
          label="Add link"
          saveLabel="Add"
          isPending={isPending}
          isDisabled={url.trim() === ''}
          onCancel={close}
          onSave={() => {
            const link = { url: url.trim(), label: label.trim() === '' ? url.trim() : label.trim() };
            edit({ done: 'Link added', run: () => add(link), undo: () => remove(link) }, close);
          }}
        >
          <TextField label="URL" type="url" placeholder="https://" value={url} onChange={setUrl} autoFocus />
          <TextField label="Text" value={label} onChange={setLabel} />
        </InPlace>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Section>
  );
}
