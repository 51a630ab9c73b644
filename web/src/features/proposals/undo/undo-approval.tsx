import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Arriving } from '../../../components/layout/arriving.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { numberText } from '../../../components/number-text.ts';
import { editToEnd, type EditReport } from '../../../shared/edits/edit-report.ts';
import { UndoButton } from '../../../shared/undo/undo-button.tsx';

/** Takes back what an approval has written, after saying what that would change. */
export function UndoApproval({ runId }: { readonly runId: string }): ReactNode {
  const { data, mutate, isPending, error, reset } = useMutation({
    mutationFn: () => editToEnd({ run: runId, dryRun: true }),
  });
  const [wasPreviewed, setWasPreviewed] = useState(false);
  return (
    <Section title="Undo">
      <Stack gap={2}>
        {data === undefined ? (
          <>
            <p>Takes back what the approval wrote, except where somebody has changed it since.</p>
            <Row>
              <Button
                autoFocus={wasPreviewed}
                isPending={isPending}
                onPress={() => {
                  setWasPreviewed(true);
                  mutate();
                }}
              >
                Preview the undo
              </Button>
            </Row>
          </>
        ) : (
          <Arriving isPressed>
            <Stack gap={2}>
              <p>{previewText(data)}</p>
              <Row>
                {data.changed > 0 && (
                  <UndoButton
                    label="Undo the approval"
                    about={runId}
                    undo={() => editToEnd({ run: runId })}
                    undoneText={undoneText}
                    renderFailure={(failure) => <ErrorNotice error={failure} />}
                  />
                )}
                <Button look="quiet" onPress={reset}>
                  Close
                </Button>
              </Row>
            </Stack>
          </Arriving>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </Stack>
    </Section>
  );
}

/** What an undo would do. */
function previewText({ changed, failures, failureCount }: EditReport): string {
  if (changed + failureCount === 0) return 'There is nothing left to undo.';
  const forbidden = failures.filter(({ code }) => code === 'FORBIDDEN').length;
  const others = failureCount - forbidden;
  const are = (count: number): string => (count === 1 ? 'is' : 'are');
  return [
    changed === 0
      ? 'Nothing would change.'
      : `${counted(changed, 'part')} would be as ${changed === 1 ? 'it was' : 'they were'} before.`,
    ...(others > 0
      ? [
          `${numberText(others)} ${are(others)} no longer as the approval left ${others === 1 ? 'it' : 'them'}, and ${others === 1 ? 'stays' : 'stay'}.`,
        ]
      : []),
    ...(forbidden > 0 ? [`${numberText(forbidden)} ${are(forbidden)} not yours to change.`] : []),
  ].join(' ');
}

function undoneText({ changed, failed }: EditReport): string {
  if (failed > 0)
    return `${numberText(changed)} of ${numberText(changed + failed)} parts are as before. The others were changed since, or you may not change them.`;
  return changed === 0 ? 'There was nothing left to undo.' : 'Everything is as it was before the approval.';
}
