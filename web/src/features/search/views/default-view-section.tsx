import type { ReactNode } from 'react';
import { Select } from '../../../components/fields/choice.tsx';
import { LoadProblem } from '../../../components/feedback/denied.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { FormSection } from '../../../components/layout/form-section.tsx';
import { useSetDefaultView, useViews } from './views.ts';

/** Value for no view of one's own: the one of all users applies. */
const NONE = '';

/** Section for the view that searches of the person begin with. */
export function DefaultViewSection(): ReactNode {
  const { data, error } = useViews();
  const save = useSetDefaultView();
  const ofAll = data?.views.find(({ urn }) => urn === data.global)?.name;
  return (
    <FormSection title="Search" about="A view is a saved filter. You can leave it on the search page.">
      {error !== null && <LoadProblem error={error} what="list views" />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && (
        <Select
          label="Default view"
          choices={[
            { value: NONE, label: ofAll === undefined ? 'Everything' : `Same as everyone: ${ofAll}` },
            ...data.views.map(({ urn, name }) => ({ value: urn, label: name })),
          ]}
          value={data.mine ?? NONE}
          isDisabled={save.isPending}
          onChange={(urn) => {
            save.mutate(
              { urn: urn === NONE ? undefined : urn, isGlobal: false },
              {
                onSuccess: () => {
                  showToast('Default view saved');
                },
              },
            );
          }}
        />
      )}
      {save.error !== null && <ErrorNotice error={save.error} />}
    </FormSection>
  );
}
