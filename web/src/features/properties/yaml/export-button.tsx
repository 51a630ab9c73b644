import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { readAllProperties } from '../definition/stored-property.ts';
import { writeYaml } from './write-yaml.ts';

/** Button that saves all definitions as a file for `colophon properties upsert -f`. */
export function ExportButton(): ReactNode {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const properties = await readAllProperties();
      const yaml = await writeYaml(properties.filter(({ isRemoved }) => !isRemoved));
      saveFile('properties.yaml', 'application/yaml', yaml);
    },
  });
  return (
    <>
      <Button
        isPending={isPending}
        onPress={() => {
          mutate();
        }}
      >
        Export YAML
      </Button>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
