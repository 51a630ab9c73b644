import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { ComparedRun } from './compared-run.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
import { ImportLink } from './import-link.tsx';

/** Offers to process the assets that a stopped or interrupted edit did not process: a dry run, then another edit. */
export function EditRest({ report: { again, left } }: { readonly report: EditReport }): ReactNode {
  return (
    <section aria-label="Remaining assets">
      <Stack>
        <h2>
          {counted(left, 'asset')} {left === 1 ? 'was' : 'were'} not processed
        </h2>
        {again === undefined ? (
          <Row gap={3}>
            <p>Submit the same table or request again: completed changes are skipped.</p>
            <ImportLink />
          </Row>
        ) : (
          <>
            <p>Run the edit again: completed changes are skipped.</p>
            <ComparedRun body={again} label="Preview the rest" />
          </>
        )}
      </Stack>
    </section>
  );
}
