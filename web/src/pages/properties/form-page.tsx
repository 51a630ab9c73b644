import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearch, useLocation } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { Block, BlockContent, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { EmptyState, ErrorNotice, Progress, Skeleton } from '../../components/feedback/notices.tsx';
import { Page, Panel, Sidebar, Soft } from '../../components/layout/layout.tsx';
import {
  useForm,
  useFormAssets,
  type FormAsset,
  type FormWithPrompts,
} from '../../features/forms/form-data.ts';
import { FormQuestions, StateBadge } from '../../features/forms/form-questions.tsx';
import { HOME_START_QUERY } from '../../features/home/start-data.ts';
import { urnOfStep } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';

/** A form: the assets that it asks about, and the questions about one of them. */
export function FormPage(): ReactNode {
  const { urn: step } = useParams<{ urn: string }>();
  const urn = urnOfStep(step);
  const { data: form, error, refetch } = useForm(urn);
  return (
    <Page
      title={form?.name ?? 'Form'}
      above={<Breadcrumbs steps={[{ text: 'Forms', to: '/forms' }]} />}
      {...(form && form.description !== '' && { lead: form.description })}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {form === undefined && !error && <Skeleton lines={6} />}
      {form === null && (
        <EmptyState title="This form does not exist">
          <p>It may have been deleted. Your forms are on the page Forms.</p>
        </EmptyState>
      )}
      {form && <FilledForm urn={urn} form={form} />}
    </Page>
  );
}

function FilledForm({ form, urn }: { readonly form: FormWithPrompts; readonly urn: string }): ReactNode {
  const start = useQuery(HOME_START_QUERY);
  const { data, error, refetch } = useFormAssets(urn, form, start.data?.owners ?? []);
  const [path, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get('asset');
  const problem = start.error ?? error;
  if (data === undefined && problem !== null) {
    const retry = start.error === null ? refetch : start.refetch;
    return <ErrorNotice error={problem} onRetry={() => void retry()} />;
  }
  if (data === undefined) return <Skeleton lines={6} />;
  const { assets, total } = data;
  const shown = assets.find((asset) => asset.urn === wanted) ?? assets[0];
  if (shown === undefined) {
    return (
      <EmptyState title="This form asks you nothing">
        <p>It is not assigned to any asset that you own.</p>
      </EmptyState>
    );
  }
  const addressOf = (asset: FormAsset): string =>
    `${path}?${new URLSearchParams({ asset: asset.urn }).toString()}`;
  const openNext = (): void => {
    const next = assets.find(({ state, urn: other }) => state !== 'done' && other !== shown.urn);
    if (next !== undefined) navigate(addressOf(next), { replace: true });
  };
  return (
    <Sidebar
      side={
        <Block title="Assets">
          <BlockContent>
            <Progress
              label="Done"
              done={assets.filter(({ state }) => state === 'done').length}
              total={assets.length}
            />
          </BlockContent>
          <BlockRows>
            {assets.map((asset) => (
              <BlockRow
                key={asset.urn}
                to={addressOf(asset)}
                icon={<EntityIcon type={entityTypeOf(asset.urn)} />}
                note={<StateBadge state={asset.state} />}
                isCurrent={asset === shown}
              >
                <NameText>{asset.name}</NameText>
              </BlockRow>
            ))}
          </BlockRows>
          {total > assets.length && (
            <BlockContent>
              <Soft>{`${(total - assets.length).toLocaleString('en')} more follow once these are done.`}</Soft>
            </BlockContent>
          )}
        </Block>
      }
    >
      <Panel>
        <FormQuestions key={shown.urn} formUrn={urn} form={form} asset={shown} onDone={openNext} />
      </Panel>
    </Sidebar>
  );
}
