import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { InPlace } from '../../components/fields/in-place.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { numberText } from '../../components/number-text.ts';
import { useDeed, type Proposal } from './proposal-data.ts';
import type { Review } from './use-review.ts';

/** *Approve*, *Reject* and *Withdraw* beside the title: what the person may do with an open proposal. */
export function ReviewActions({
  proposal,
  review,
}: {
  readonly proposal: Proposal;
  readonly review: Review;
}): ReactNode {
  const [isRejecting, setRejecting] = useState(false);
  const [wasRejecting, setWasRejecting] = useState(false);
  if (!review.isOpen) return null;
  if (isRejecting) {
    return (
      <RejectForm
        review={review}
        onClose={() => {
          setRejecting(false);
          setWasRejecting(true);
        }}
      />
    );
  }
  return (
    <Row>
      {review.approvable.length > 0 && (
        <Button look="primary" isPending={review.isPending} onPress={() => review.approve()}>
          {review.isPart
            ? `Approve ${numberText(review.approvable.length)} of ${counted(proposal.items.length, 'change')}`
            : 'Approve'}
        </Button>
      )}
      {proposal.mayReject && (
        <Button autoFocus={wasRejecting} isPending={review.isPending} onPress={() => setRejecting(true)}>
          Reject…
        </Button>
      )}
      {proposal.mayWithdraw && <WithdrawButton proposal={proposal} />}
    </Row>
  );
}

/** A field for why the proposal is rejected; it may stay empty. */
function RejectForm({
  review,
  onClose,
}: {
  readonly review: Review;
  readonly onClose: () => void;
}): ReactNode {
  const [comment, setComment] = useState('');
  return (
    <InPlace
      label="Reject this proposal"
      saveLabel="Reject"
      isPending={review.isPending}
      onCancel={onClose}
      onSave={() => review.reject(comment.trim())}
    >
      <TextField
        label="Why, for those who proposed it (optional)"
        value={comment}
        onChange={setComment}
        autoFocus
      />
    </InPlace>
  );
}

function WithdrawButton({ proposal: { id, title } }: { readonly proposal: Proposal }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useDeed(id);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Withdraw…</Button>
      {isOpen && (
        <ConfirmDialog
          title="Withdraw this proposal?"
          action="Withdraw proposal"
          change={withdraw}
          input={{ kind: 'withdraw' }}
          onClose={() => setOpen(false)}
          onDone={() => showToast(`Withdrawn: ${title}`)}
        >
          <p>Nobody can approve it any more. You can propose the same again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
