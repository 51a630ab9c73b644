import { useState, type ReactNode } from 'react';
import { FilePicker } from '../../components/fields/file-picker.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EditRun } from './edit-run.tsx';
import { useEditRun } from './use-edit.ts';

/** Imports a CSV table: compares it with the catalog, then applies it. */
export function ImportTable(): ReactNode {
  const [file, setFile] = useState({ name: '', csv: '' });
  const run = useEditRun();
  const choose = async (chosen: File): Promise<void> => {
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    run.start({ csv, dryRun: true });
  };
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
      <EditRun run={run} body={{ csv: file.csv }} />
    </Stack>
  );
}
