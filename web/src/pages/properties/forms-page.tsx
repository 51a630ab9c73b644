import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { Block, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { useFormTasks } from '../../features/forms/form-tasks.ts';
import { taskText } from '../../features/forms/task-text.ts';
import { HOME_START_QUERY } from '../../features/home/start-data.ts';

/** The forms that ask something of the person. */
export function FormsPage(): ReactNode {
  const start = useQuery(HOME_START_QUERY);
  const { data, error, refetch } = useFormTasks(start.data?.owners ?? []);
  const problem = start.error ?? error;
  return (
    <Page title="Forms" lead="What others ask you to fill in about assets.">
      {data === undefined &&
        (problem === null ? (
          <Skeleton lines={5} />
        ) : (
          <ErrorNotice
            error={problem}
            onRetry={() => void (start.error === null ? refetch() : start.refetch())}
          />
        ))}
      {data?.length === 0 && (
        <EmptyState title="No form asks you anything">
          <p>Forms about assets that you own, and forms that are assigned to you, appear here.</p>
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <Block title="Asked of you">
          <BlockRows>
            {data.map((task) => (
              <BlockRow
                key={task.urn}
                to={`/forms/${encodeURIComponent(task.urn)}`}
                icon={<Icon name="form" />}
                {...(task.description !== '' && { below: task.description })}
                note={taskText(task)}
              >
                <NameText>{task.name}</NameText>
              </BlockRow>
            ))}
          </BlockRows>
        </Block>
      )}
    </Page>
  );
}
