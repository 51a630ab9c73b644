import type { ReactNode } from 'react';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Checkbox } from '../../components/fields/fields.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import type { LineageSelection } from '../../shared/search/bulk-edit-selection.ts';
import type { LineageState } from './lineage-address.ts';
import type { LineageGraph } from './read-graph.ts';
import { usePlatformNames } from './use-platform-names.ts';

const ALL = 'all';

/** An edit of the assets within the shown distance. */
export interface LineageEdit {
  readonly onEdit: (way: Omit<LineageSelection, 'urn'>) => void;
  /** Whether it is proposed only. */
  readonly isProposed: boolean;
}

interface LineageFiltersProps {
  /** The loaded graph, before filtering. */
  readonly graph: LineageGraph;
  readonly state: LineageState;
  readonly view: 'graph' | 'list';
  readonly totals: readonly [number, number] | undefined;
  readonly edit: LineageEdit | undefined;
  readonly onChange: (changes: Partial<LineageState>) => void;
}

/** Controls of a lineage view: distance, filters, graph or list, and edits. */
export function LineageFilters(props: LineageFiltersProps): ReactNode {
  const { graph, state, view, totals, edit, onChange } = props;
  const platformName = usePlatformNames(graph.nodes);
  const types = Map.groupBy(graph.nodes, ({ type }) => type);
  const platforms = [...new Set(graph.nodes.map(({ platform }) => platform))]
    .filter((platform) => platform !== '')
    .sort();
  return (
    <Stack gap={2}>
      <Toolbar>
        <Select
          label="Distance"
          choices={['1', '2', '3'].map((hops) => ({
            value: hops,
            label: hops === '1' ? '1 hop' : `${hops} hops`,
          }))}
          value={String(state.hops)}
          onChange={(value) => {
            onChange({ hops: Number(value) });
          }}
        />
        <Select
          label="Platform"
          choices={[
            { value: ALL, label: 'All platforms' },
            ...platforms.map((platform) => ({ value: platform, label: platformName(platform) })),
          ]}
          value={state.platform ?? ALL}
          onChange={(value) => {
            onChange({ platform: value === ALL ? undefined : value });
          }}
        />
        <Button
          onPress={() => {
            onChange({ view: view === 'graph' ? 'list' : 'graph' });
          }}
        >
          {view === 'graph' ? 'Show as a list' : 'Show as a graph'}
        </Button>
        {edit && totals && (
          <EditButtons
            totals={totals}
            verb={edit.isProposed ? 'Propose for' : 'Edit'}
            onEdit={(direction) => {
              edit.onEdit({ direction, hops: state.hops });
            }}
          />
        )}
      </Toolbar>
      <Row gap={4}>
        {[...types]
          .sort(([a], [b]) => a.localeCompare(b, 'en'))
          .map(([type, nodes]) => (
            <Checkbox
              key={type}
              isSelected={!state.hiddenTypes.includes(type)}
              onChange={(isShown) => {
                const others = state.hiddenTypes.filter((hidden) => hidden !== type);
                onChange({ hiddenTypes: isShown ? others : [...others, type] });
              }}
            >
              {`${entityTypeLabel(type)} (${nodes.length.toLocaleString('en')})`}
            </Checkbox>
          ))}
        {totals && (
          <Soft>{`Total: ${totals[0].toLocaleString('en')} upstream, ${totals[1].toLocaleString('en')} downstream`}</Soft>
        )}
      </Row>
    </Stack>
  );
}

function EditButtons({
  totals: [upstream, downstream],
  verb,
  onEdit,
}: {
  readonly totals: readonly [number, number];
  readonly verb: string;
  readonly onEdit: (direction: LineageSelection['direction']) => void;
}): ReactNode {
  return (
    <>
      {upstream > 0 && (
        <Button
          onPress={() => {
            onEdit('UPSTREAM');
          }}
        >
          {verb} all upstream
        </Button>
      )}
      {downstream > 0 && (
        <Button
          onPress={() => {
            onEdit('DOWNSTREAM');
          }}
        >
          {verb} all downstream
        </Button>
      )}
    </>
  );
}
