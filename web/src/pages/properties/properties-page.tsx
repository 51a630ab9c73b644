import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Pager } from '../../components/controls/pager.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Page, Soft, Stack } from '../../components/layout/layout.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { DeletedTable } from '../../features/bin/deleted-table.tsx';
import { RestoreButton } from '../../features/properties/deletion/restore-button.tsx';
import {
  LIST_CODEC,
  PAGE_SIZE,
  SORTS,
  usePropertyList,
  type ListState,
} from '../../features/properties/list/property-list.ts';
import { CoverageMap } from '../../features/properties/list/coverage-map.tsx';
import { PropertiesTable } from '../../features/properties/list/properties-table.tsx';
import { ManageLink, ManageNote } from '../../shared/rights/property-rights.tsx';
import { ExportButton } from '../../features/properties/yaml/export-button.tsx';
import { useCoverage } from '../../shared/property-coverage/use-coverage.ts';
import { useUrlState } from '../../urls/search-state.ts';

/** All structured properties, with deleted ones in their own tab. */
export function PropertiesPage(): ReactNode {
  const [state, setState] = useUrlState(LIST_CODEC);
  return (
    <Page
      title="Properties"
      lead={
        <>
          Your own fields for assets: their names, their allowed values, and the assets they apply to.
          <ManageNote />
        </>
      }
      actions={
        <>
          <ExportButton />
          <ManageLink to="/properties/new?as=yaml">Import YAML</ManageLink>
          <ManageLink to="/properties/new" look="primary">
            New property
          </ManageLink>
        </>
      }
    >
      <Tabs
        label="Properties"
        selected={state.tab}
        onSelect={(tab) => {
          setState({ ...state, tab: tab === 'deleted' ? 'deleted' : 'active', page: 1 });
        }}
        tabs={[
          { id: 'active', label: 'In use', render: () => <List state={state} onState={setState} /> },
          {
            id: 'deleted',
            label: 'Deleted',
            render: () => (
              <Stack gap={5}>
                <List state={state} onState={setState} />
                <DeletedTable
                  label="Permanently deleted properties"
                  title="Deleted with all values, and cleared values"
                  types={['structuredProperty']}
                />
              </Stack>
            ),
          },
        ]}
      />
    </Page>
  );
}

interface ListProps {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
}

function List({ state, onState }: ListProps): ReactNode {
  const { data, error, refetch } = usePropertyList(state);
  const isDeleted = state.tab === 'deleted';
  const urns = data?.rows.map(({ urn }) => urn) ?? [];
  const coverage = useCoverage({ properties: urns, by: state.by }, !isDeleted && urns.length > 0);
  const hasNone = data?.total === 0 && state.text.trim() === '';
  const hasMap = !isDeleted && error === null && data?.total !== 0;
  return (
    <Stack gap={4}>
      {hasMap && coverage.error !== null && (
        <ErrorNotice error={coverage.error} onRetry={() => void coverage.refetch()} />
      )}
      {hasMap && coverage.data === undefined && coverage.error === null && (
        <Skeleton lines={12} label="Counting coverage" />
      )}
      {hasMap && coverage.data !== undefined && (
        <CoverageMap
          coverage={coverage.data}
          by={state.by}
          onBy={(by) => {
            onState({ ...state, by }, { replace: true });
          }}
        />
      )}
      {!hasNone && (
        <Toolbar>
          <FilterField key={state.tab} state={state} onState={onState} />
          <Select
            label="Sort by"
            choices={SORTS}
            value={state.sort}
            onChange={(value) => {
              const sort = SORTS.find((choice) => choice.value === value)?.value ?? state.sort;
              onState({ ...state, sort, page: 1 });
            }}
          />
        </Toolbar>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={12} label="Loading properties" />}
      {data?.total === 0 && <Nothing state={state} />}
      {data !== undefined && data.total > 0 && (
        <>
          <p role="status">
            <Soft>{counted(data.total, 'property', 'properties')}</Soft>
          </p>
          <PropertiesTable
            rows={data.rows}
            isGrouped={data.isGrouped}
            coverage={coverage.data}
            {...(isDeleted && {
              actions: ({ urn, definition }) => (
                <RestoreButton urn={urn} name={definition.displayName ?? definition.qualifiedName} />
              ),
            })}
          />
          {data.total > PAGE_SIZE && (
            <Pager
              page={state.page}
              pages={Math.ceil(data.total / PAGE_SIZE)}
              pathOf={(page) => `/properties?${LIST_CODEC.format({ ...state, page }).toString()}`}
            />
          )}
        </>
      )}
    </Stack>
  );
}

/** Keeps the typed text while the address is not yet updated. */
function FilterField({ state, onState }: ListProps): ReactNode {
  const [text, setText] = useState(state.text);
  const [shown, setShown] = useState(state.text);
  if (shown !== state.text) {
    setShown(state.text);
    setText(state.text);
  }
  return (
    <TextField
      label="Find by name or description"
      isLabelHidden
      placeholder="Name or description"
      type="search"
      value={text}
      onChange={(typed) => {
        setText(typed);
        setShown(typed);
        onState({ ...state, text: typed, page: 1 }, { replace: true });
      }}
    />
  );
}

function Nothing({ state }: { readonly state: ListState }): ReactNode {
  if (state.text.trim() !== '') {
    return (
      <EmptyState title="No properties match">
        <p>No name, display name or description contains “{state.text.trim()}”.</p>
      </EmptyState>
    );
  }
  if (state.tab === 'deleted') {
    return (
      <EmptyState title="No deleted properties">
        <p>Properties deleted without their values are kept here. You can restore them with their values.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No properties yet"
      actions={
        <>
          <ManageLink to="/properties/new" look="primary">
            Define the first property
          </ManageLink>
          <ManageLink to="/properties/new?as=yaml">Import YAML</ManageLink>
        </>
      }
    >
      <p>A property is a field that you define for assets, such as a retention period or a data steward.</p>
    </EmptyState>
  );
}
