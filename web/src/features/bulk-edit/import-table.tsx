import { useState } from 'react';
import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { FilePicker } from '../../components/controls/file-picker.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { useEditRun } from './use-edit.ts';

/** Compares a table in CSV with the catalog, and applies it. */
export function ImportTable(): ReactNode {
  const [file, setFile] = useState<{ readonly name: string; readonly csv: string }>();
  const { error, isRunning, report, start } = useEditRun();
  const choose = async (chosen: File): Promise<void> => {
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    start({ csv, dryRun: true });
  };
  const isCompared = report?.isOver === true && report.isTrial;
  return (
    <Stack gap={4}>
      <FilePicker
        label="Choose a CSV file"
        help="The first line names the columns: urn, and tags, terms, owners, domain or properties. An empty cell removes all values."
        types={['.csv', 'text/csv']}
        isDisabled={isRunning}
        onChoose={(chosen) => void choose(chosen)}
      />
      {file && <p>{file.name}</p>}
      {error !== null && <ErrorNotice error={error} />}
      {file && isCompared && report.changed > 0 && (
        <Row>
          <Button
            look="primary"
            onPress={() => {
              start({ csv: file.csv });
            }}
          >
            Change {counted(report.changed, 'asset')}
          </Button>
        </Row>
      )}
      {report && <EditOutcome report={report} />}
      {report && !report.isTrial && (
        <Row>
          <ButtonLink to={`/edits/${String(report.id)}`}>Open as a page</ButtonLink>
        </Row>
      )}
    </Stack>
  );
}
