import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Record, Records } from '../../components/lists/records.tsx';
import { Ago } from '../../components/text/ago.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { useDeed, type Proposal } from './proposal-data.ts';

/** What people said about a proposal, and a field to say more. */
export function ProposalComments({ proposal: { comments, id } }: { readonly proposal: Proposal }): ReactNode {
  const { mutate, isPending, error } = useDeed(id);
  const [text, setText] = useState('');
  const nameOf = useEntityNames(comments.map(({ author }) => author));
  const isEmpty = text.trim() === '';
  return (
    <Section title="Comments">
      <Stack>
        {comments.length > 0 && (
          <Records label="Comments">
            {comments.map(({ author, text: said, time }, index) => (
              <Record
                key={index}
                name={<EntityLink urn={author} name={nameOf(author)} />}
                note={<Ago time={time} />}
              >
                <LongText>{said}</LongText>
              </Record>
            ))}
          </Records>
        )}
        <TextField
          label="Comment"
          isLabelHidden
          placeholder="Add a comment"
          lines={3}
          value={text}
          onChange={setText}
        />
        {error !== null && <ErrorNotice error={error} />}
        <Row>
          <Button
            isDisabled={isEmpty}
            isPending={isPending}
            onPress={() => mutate({ kind: 'comments', text: text.trim() }, { onSuccess: () => setText('') })}
          >
            Comment
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}
