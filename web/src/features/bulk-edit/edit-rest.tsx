import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import type { EditReport } from './edit-report.ts';
import { ImportLink } from './import-link.tsx';
import { useEditRun } from './use-edit.ts';

/** What an edit has not reached, because it was stopped or broken off: compares it, and runs it as a further edit. */
export function EditRest({ report: { again, left } }: { readonly report: EditReport }): ReactNode {
  const { error, isRunning, report, start } = useEditRun();
  const isCompared = report?.isOver === true && report.isTrial;
  return (
    <section aria-label="The rest">
      <Stack>
        <h2>
          {counted(left, 'asset')} {left === 1 ? 'was' : 'were'} not reached
        </h2>
        {again === undefined ? (
          <Row gap={3}>
            <p>Give the same table or the same request again: what is done already stays as it is.</p>
            <ImportLink />
          </Row>
        ) : (
          <>
            <p>The edit can be run again: what is done already stays as it is.</p>
            {(report === undefined || isCompared) && (
              <Row>
                {report === undefined && (
                  <Button
                    isPending={isRunning}
                    onPress={() => {
                      start({ ...again, dryRun: true });
                    }}
                  >
                    Compare the rest
                  </Button>
                )}
                {isCompared && report.changed > 0 && (
                  <Button
                    look="primary"
                    isPending={isRunning}
                    onPress={() => {
                      start(again);
                    }}
                  >
                    Change {counted(report.changed, 'asset')}
                  </Button>
                )}
              </Row>
            )}
            {error !== null && <ErrorNotice error={error} />}
            {report && <EditOutcome report={report} />}
            {report && !report.isTrial && (
              <Row>
                <ButtonLink to={`/edits/${String(report.id)}`}>Open as a page</ButtonLink>
              </Row>
            )}
          </>
        )}
      </Stack>
    </section>
  );
}
