import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { ComparedRun } from './compared-run.tsx';
import type { EditReport } from './edit-report.ts';
import { ImportLink } from './import-link.tsx';

/** What an edit has not reached, because it was stopped or broken off: compares it, and runs it as a further edit. */
export function EditRest({ report: { again, left } }: { readonly report: EditReport }): ReactNode {
  return (
    <section aria-label="The rest">
      <Stack>
        <h2>
          {counted(left, 'asset')} {left === 1 ? 'was' : 'were'} not reached
        </h2>
        {again === undefined ? (
          <Row gap={3}>
            <p>Give the same table or the same request again: finished changes are kept.</p>
            <ImportLink />
          </Row>
        ) : (
          <>
            <p>The edit can be run again: finished changes are kept.</p>
            <ComparedRun body={again} label="Compare the rest" />
          </>
        )}
      </Stack>
    </section>
  );
}
