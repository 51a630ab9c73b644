import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { FilePicker } from '../../components/fields/file-picker.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
import { EditRun } from './edit-run.tsx';
import { ProposedTable } from './proposed-table.tsx';
import { useEditRun } from './use-edit.ts';

/** Imports a CSV table, or proposes it: compares it with the catalog first. */
export function ImportTable({
  mayEdit,
  mayPropose,
}: {
  /** Whether the person may edit some asset; else the table is proposed. */
  readonly mayEdit: boolean;
  readonly mayPropose: boolean;
}): ReactNode {
  const [file, setFile] = useState({ name: '', csv: '' });
  const [isProposed, setProposed] = useState(!mayEdit);
  const run = useEditRun();
  const compare = (csv: string, asProposal: boolean): void => {
    setProposed(asProposal);
    run.start({ csv, dryRun: true, ...(asProposal && { asProposal: true }) });
  };
  const choose = async (chosen: File): Promise<void> => {
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    compare(csv, !mayEdit);
  };
  const { report } = run;
  return (
    <Stack gap={4}>
      <FilePicker
        label="Choose a CSV file"
        help="The first line names the columns: urn, then tags, terms, owners, domain, description, deprecation or properties. Entities are urns, as in an export. An empty cell removes all values."
        types={['.csv', 'text/csv']}
        isDisabled={run.isRunning}
        onChoose={(chosen) => void choose(chosen)}
      />
      {file.name !== '' && <p>{file.name}</p>}
      {isProposed ? (
        <ProposedTable run={run} csv={file.csv} fileName={file.name} />
      ) : (
        <>
          {mayPropose && report !== undefined && isRefusedInPart(report) && (
            <Row gap={3}>
              <Button onPress={() => compare(file.csv, true)}>
                {report.isTrial ? 'Propose the whole table' : 'Propose the rest'}
              </Button>
              <p>People who may edit the refused assets decide.</p>
            </Row>
          )}
          <EditRun run={run} body={{ csv: file.csv }} />
        </>
      )}
    </Stack>
  );
}

/** Whether the person may not edit some of the assets. */
function isRefusedInPart({ failures, isOver }: EditReport): boolean {
  return isOver && failures.some(({ code }) => code === 'FORBIDDEN');
}
