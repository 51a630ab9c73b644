import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { shorten } from '../../../../src/util/printable.ts';
import { request } from '../../api/request.ts';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { InPlace } from '../../components/fields/in-place.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { proposalPath } from '../../urls/paths.ts';
import type { RequestedChange } from '../edits/edit-report.ts';
import { PROPOSALS, readSummary } from './proposals.ts';

/** Longest generated title, in characters. */
const LONGEST = 150;

/** The form that proposes changes of an entity: an editor, whose draft is not saved, and the reason. */
export function ProposeForm({
  urn,
  name,
  title,
  changes,
  isDisabled = false,
  onClose,
  children,
}: {
  readonly urn: string;
  /** Name of what would change, in the middle of a sentence: `tags`. */
  readonly name: string;
  /** Title of the proposal. */
  readonly title: string;
  /** Empty while the draft is what is stored. */
  readonly changes: readonly RequestedChange[];
  /** Whether the draft is wrong. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  /** The editor. */
  readonly children: ReactNode;
}): ReactNode {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const text = shorten(title.replaceAll(/\s+/g, ' '), LONGEST);
      const body = {
        title: text,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        edit: { urns: [urn], changes },
      };
      return readSummary(await request(PROPOSALS, { body }));
    },
    onSuccess: async ({ id, title: proposed }) => {
      await client.invalidateQueries({ queryKey: ['proposals'] });
      showToast(
        `Proposed: ${proposed}`,
        { label: 'Open', onPress: () => navigate(proposalPath(id)) },
        `${urn} ${name} proposed`,
      );
      onClose();
    },
  });
  return (
    <InPlace
      label={`Propose a change of ${name}`}
      saveLabel="Propose"
      isPending={isPending}
      isDisabled={isDisabled || changes.length === 0}
      onCancel={onClose}
      onSave={() => mutate()}
    >
      <Stack gap={2}>
        {children}
        <TextField
          label="Reason (optional)"
          help="For those who may make the change, and decide."
          value={reason}
          onChange={setReason}
        />
        {error !== null && <ErrorNotice error={error} />}
      </Stack>
    </InPlace>
  );
}
