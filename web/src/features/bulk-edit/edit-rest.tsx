import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import type { EditReport } from './edit-report.ts';
import { EditRun } from './edit-run.tsx';
import { ImportLink } from './import-link.tsx';
import { useEditRun } from './use-edit.ts';

/** What an edit has not reached, because it was stopped or broken off: compares it, and runs it as a further edit. */
export function EditRest({ report: { again, left } }: { readonly report: EditReport }): ReactNode {
  const run = useEditRun();
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
            {run.report === undefined && (
              <Row>
                <Button
                  isPending={run.isRunning}
                  onPress={() => {
                    run.start({ ...again, dryRun: true });
                  }}
                >
                  Compare the rest
                </Button>
              </Row>
            )}
            <EditRun run={run} body={again} />
          </>
        )}
      </Stack>
    </section>
  );
}
