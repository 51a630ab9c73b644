import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { Facts } from '../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';

/** Says which version of Colophon answers, what it is compatible with, and under which licence it is. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['versions'],
    queryFn: async ({ signal }) => versionsOf(await request('/config', { signal })),
    staleTime: Infinity,
  });
  return (
    <Dialog title="About Colophon" isOpen onClose={onClose}>
      <Stack>
        {error !== null && <ErrorNotice error={error} />}
        {data === undefined && error === null && <Skeleton lines={3} />}
        {data !== undefined && (
          <Facts
            facts={[
              { label: 'Version', value: data.own },
              { label: 'DataHub protocol', value: data.datahub },
              { label: 'Licence', value: 'Apache License 2.0' },
            ]}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Versions by name, from the answer of `/config`. */
function versionsOf(answer: unknown): { readonly own: string; readonly datahub: string } {
  const versions = isObject(answer) ? answer['versions'] : undefined;
  const versionOf = (name: string): string => {
    const member = isObject(versions) ? versions[name] : undefined;
    return isObject(member) && typeof member['version'] === 'string' ? member['version'] : 'unknown';
  };
  return { own: versionOf('colophon'), datahub: versionOf('acryldata/datahub') };
}
