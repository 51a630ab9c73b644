import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Arriving } from '../../components/layout/arriving.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { itemWords } from './item-words.ts';
import type { Proposal } from './proposal-data.ts';
import { stateText } from './proposal-state.tsx';
import { useItemNames } from './use-item-names.ts';
import type { ConflictQuestion, Overtaken, Review } from './use-review.ts';

/** Changed items that are named. */
const NAMED = 10;

/** What stands in the way of a decision, and the ways out; takes the focus. */
export function ReviewNotices({
  proposal,
  review,
}: {
  readonly proposal: Proposal;
  readonly review: Review;
}): ReactNode {
  const { error, overtaken, question } = review;
  return (
    <>
      {question !== undefined && (
        <Arriving>
          <Question review={review} question={question} />
        </Arriving>
      )}
      {overtaken !== undefined && (
        <Arriving>
          <Notice tone="warn">
            <p>{overtakenText(overtaken, proposal)}</p>
          </Notice>
        </Arriving>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

function overtakenText(overtaken: Overtaken, { state }: Proposal): string {
  if (overtaken === 'changed')
    return 'Something here has changed since you opened this page, so nothing was approved. What is shown now is up to date: look at it again, then decide.';
  if (state === 'OPEN') return 'Someone else changed this meanwhile, and nothing was done. Try again.';
  return `Nothing was done: this proposal is no longer open. Its state is: ${stateText(state).toLowerCase()}.`;
}

/** Asks what to do with items that have changed since they were proposed. */
function Question({
  review,
  question,
}: {
  readonly review: Review;
  readonly question: ConflictQuestion;
}): ReactNode {
  const { conflicts, others } = question;
  const names = useItemNames(conflicts);
  const isOne = conflicts.length === 1;
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        <p>
          {`${counted(conflicts.length, 'change')} ${isOne ? 'conflicts' : 'conflict'} with what others have done since this was proposed. Nothing was approved yet.`}
        </p>
        <ul>
          {conflicts.slice(0, NAMED).map((item) => (
            <li key={item.id}>
              <NameText>{`${itemWords(item, names).label} of ${names.naming(item.urn)}`}</NameText>
            </li>
          ))}
        </ul>
        {conflicts.length > NAMED && <p>{`and ${counted(conflicts.length - NAMED, 'other')}`}</p>}
        <Row>
          {others.length > 0 && (
            <Button isPending={review.isPending} onPress={() => review.approveOthers(question)}>
              {`Approve without ${isOne ? 'it' : 'them'}`}
            </Button>
          )}
          <Button look="danger" isPending={review.isPending} onPress={() => review.overwrite(question)}>
            Overwrite
          </Button>
          <Button look="quiet" onPress={review.cancel}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}
