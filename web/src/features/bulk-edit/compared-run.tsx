import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { EditRun } from './edit-run.tsx';
import { useEditRun } from './use-edit.ts';

/** A button that starts a dry run of an edit, and then the edit itself. */
export function ComparedRun({ body, label }: { readonly body: object; readonly label: string }): ReactNode {
  const run = useEditRun();
  return (
    <>
      {run.report === undefined && (
        <Row>
          <Button
            isPending={run.isRunning}
            onPress={() => {
              run.start({ ...body, dryRun: true });
            }}
          >
            {label}
          </Button>
        </Row>
      )}
      <EditRun run={run} body={body} />
    </>
  );
}
