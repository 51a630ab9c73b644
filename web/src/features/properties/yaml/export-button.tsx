import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { readAllProperties } from '../definition/stored-property.ts';
import { writeYaml } from './write-yaml.ts';

/** Saves all definitions as a file for `colophon properties upsert -f`. */
export function ExportButton(): ReactNode {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const properties = await readAllProperties();
      save(await writeYaml(properties.filter(({ isRemoved }) => !isRemoved)), 'properties.yaml');
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

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
