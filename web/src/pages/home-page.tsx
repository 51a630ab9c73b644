import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useRetry } from '../api/use-retry.ts';
import { useOwnPrivileges } from '../api/privileges.ts';
import { ErrorNotice } from '../components/feedback/notices.tsx';
import { Dashboard, Hero } from '../components/layout/dashboard.tsx';
import { Page } from '../components/layout/layout.tsx';
import { useFormTasks } from '../features/forms/form-tasks.ts';
import { taskText } from '../features/forms/task-text.ts';
import { AssetsBlock } from '../features/home/assets-block.tsx';
import { ownedQuery } from '../features/home/assets-data.ts';
import { ChangesBlock } from '../features/home/changes-block.tsx';
import { changesQuery } from '../features/home/changes-data.ts';
import { restOfMonth, useCounts } from '../features/home/counts.ts';
import { CoverageBlock } from '../features/home/coverage-block.tsx';
import { EmptyHome } from '../features/home/empty-home.tsx';
import { useKeepsDemoButton } from '../features/home/load-demo.tsx';
import { NeedsBlock } from '../features/home/needs-block.tsx';
import { HOME_START_QUERY } from '../features/home/start-data.ts';
import { ViewsBlock } from '../features/home/views-block.tsx';
import { VisitsBlock } from '../features/home/visits-block.tsx';
import { HealthLine } from '../features/operations/health-line.tsx';
import { OwnProposals } from '../features/proposals/own-proposals.tsx';
import { useViews } from '../features/search/views/views.ts';
import { PaletteButton } from '../features/shell/palette-button.tsx';
import { SearchBox } from '../features/shell/search-box.tsx';
import { REVIEWABLE_QUERY } from '../shared/proposals/proposals.ts';

/** The start page: search, what the person has to do, and what the person works with. */
export function HomePage(): ReactNode {
  const { data: start, error } = useQuery(HOME_START_QUERY);
  const retry = useRetry();
  const keepsDemoButton = useKeepsDemoButton();
  return (
    <Page title="Home" isTitleHidden>
      <Hero>
        <SearchBox after={<PaletteButton />} />
      </Hero>
      <Health />
      {error && start === undefined && <ErrorNotice error={error} onRetry={retry} />}
      {start?.hasAssets === false || keepsDemoButton ? <EmptyHome /> : <Blocks />}
    </Page>
  );
}

/** The blocks, each of which shows its own skeleton and error. */
function Blocks(): ReactNode {
  const { data: start } = useQuery(HOME_START_QUERY);
  const [month] = useState(() => restOfMonth(Date.now()));
  const owners = start?.owners ?? [];
  const hasOwners = owners.length > 0;
  const owned = useQuery({ ...ownedQuery(owners), enabled: hasOwners });
  const changes = useQuery(changesQuery((owned.data?.assets ?? []).map(({ urn }) => urn)));
  const counts = useCounts(start, month);
  const tasks = useFormTasks(owners);
  const reviewable = useQuery(REVIEWABLE_QUERY).data?.total;
  const views = useViews();
  const retry = useRetry();
  const isOwner = owned.data && owned.data.total > 0;
  return (
    <Dashboard
      main={
        <>
          <NeedsBlock
            owners={owners}
            month={month}
            counts={counts}
            tasks={tasks.data
              ?.filter(({ open, unverified }) => open + unverified > 0)
              .map((task) => ({ urn: task.urn, name: task.name, left: taskText(task) }))}
            reviewable={reviewable}
            hasOwned={isOwner}
          />
          <AssetsBlock
            owners={owners}
            owned={owned.data}
            error={owned.error}
            onRetry={() => void owned.refetch()}
          />
          {hasOwners && <VisitsBlock person={owners[0] ?? ''} />}
        </>
      }
      side={
        <>
          <ViewsBlock views={views.data?.views} error={views.error} onRetry={retry} />
          <ChangesBlock
            changes={isOwner === false ? [] : changes.data}
            error={changes.error ?? owned.error}
            onRetry={() => void (owned.error ? owned.refetch() : changes.refetch())}
          />
          <OwnProposals />
          <CoverageBlock counts={counts} />
        </>
      }
    />
  );
}

/** One line about the state of the server, for those who operate it. */
function Health(): ReactNode {
  const privileges = useOwnPrivileges({ enabled: true });
  return privileges?.has('MANAGE_SYSTEM_OPERATIONS') === true && <HealthLine />;
}
