import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox, DayField } from '../../components/controls/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { EntityPicker } from '../../shared/values/entity-picker.tsx';
import { KINDS, type AuditFilter } from './audit-data.ts';

const ALL: AuditFilter = { entity: '', actor: '', kinds: [], since: '', until: '' };

/** Filters of the audit log. */
export function AuditFilters({
  filter,
  onFilter,
}: {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}): ReactNode {
  const set = (changed: Partial<AuditFilter>): void => {
    onFilter({ ...filter, ...changed });
  };
  return (
    <Stack gap={4}>
      <EntityPicker
        label="Entity"
        types={[]}
        value={filter.entity === '' ? undefined : filter.entity}
        onChange={(entity = '') => {
          set({ entity });
        }}
      />
      <EntityPicker
        label="Who"
        types={['CORP_USER']}
        value={filter.actor === '' ? undefined : filter.actor}
        onChange={(actor = '') => {
          set({ actor });
        }}
      />
      <DayField
        label="From"
        value={filter.since}
        onChange={(since) => {
          set({ since });
        }}
      />
      <DayField
        label="To"
        help="Days begin at 00:00 UTC."
        value={filter.until}
        onChange={(until) => {
          set({ until });
        }}
      />
      <div role="group" aria-label="Kinds of events">
        <Stack gap={1}>
          {KINDS.map(({ value, label }) => (
            <Checkbox
              key={value}
              isSelected={filter.kinds.includes(value)}
              onChange={(isSelected) => {
                const others = filter.kinds.filter((kind) => kind !== value);
                set({ kinds: isSelected ? [...others, value] : others });
              }}
            >
              {label}
            </Checkbox>
          ))}
        </Stack>
      </div>
      <Row>
        <Button
          onPress={() => {
            onFilter(ALL);
          }}
        >
          Clear filters
        </Button>
      </Row>
    </Stack>
  );
}
