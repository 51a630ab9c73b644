import { useMemo, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ComboBox, Select, type Choice } from '../../components/fields/choice.tsx';
import { aspectLabel } from '../../shared/differences/difference-text.ts';
import { propertyOf } from '../../shared/differences/differences.ts';
import type { Moment, MomentFilter } from './moments.ts';

const ALL = 'all';

/** Filters a history by one aspect or property and by one person. */
export function HistoryFilter({
  moments,
  filter,
  isComparing,
  onChange,
  onCompare,
}: {
  readonly moments: readonly Moment[];
  readonly filter: MomentFilter;
  readonly onChange: (filter: MomentFilter) => void;
  /** Whether two times are compared below. */
  readonly isComparing: boolean;
  /** Opens the comparison, or closes it. */
  readonly onCompare: () => void;
}): ReactNode {
  const { aspects, properties, actors } = useMemo(() => subjectsOf(moments), [moments]);
  const naming = useEntityNames([...properties, ...actors]);
  const named = (urns: readonly string[], help?: string): Choice[] =>
    urns
      .map((urn) => ({ value: urn, label: naming(urn), help }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return (
    <Toolbar>
      <ComboBox
        label="Changed"
        choices={[
          { value: ALL, label: 'Anything' },
          ...named(properties, 'Property'),
          ...aspects.map((aspect) => ({ value: aspect, label: aspectLabel(aspect) })),
        ]}
        value={filter.property ?? filter.aspect ?? ALL}
        onChange={(value) => {
          const isProperty = value !== undefined && properties.includes(value);
          onChange({
            ...filter,
            property: isProperty ? value : undefined,
            aspect: isProperty || value === ALL ? undefined : value,
          });
        }}
      />
      <Select
        label="By"
        choices={[{ value: ALL, label: 'Anybody' }, ...named(actors)]}
        value={filter.actor ?? ALL}
        onChange={(value) => {
          onChange({ ...filter, actor: value === ALL ? undefined : value });
        }}
      />
      <Button isPressed={isComparing} onPress={onCompare}>
        Compare two times
      </Button>
    </Toolbar>
  );
}

function subjectsOf(moments: readonly Moment[]): {
  readonly aspects: readonly string[];
  readonly properties: readonly string[];
  readonly actors: readonly string[];
} {
  const differences = moments.flatMap((moment) => moment.differences);
  const remarked = moments.flatMap(({ remarks }) => remarks.flatMap(({ aspect }) => aspect ?? []));
  return {
    aspects: [...new Set([...differences.map(({ aspect }) => aspect), ...remarked])].sort(),
    properties: [...new Set(differences.flatMap((difference) => propertyOf(difference) ?? []))],
    actors: [...new Set(moments.flatMap(({ actor }) => actor ?? []))],
  };
}
