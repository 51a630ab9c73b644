import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox, DayField } from '../../components/fields/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { useIsNarrow } from '../../components/layout/use-is-narrow.ts';
import { EntityPicker } from '../../shared/values/entity-picker.tsx';
import { AUDIT_FILTER, KINDS, type AuditFilter } from './audit-data.ts';

const ALL: AuditFilter = { entity: '', actor: '', kinds: [], since: '', until: '' };

interface FilterProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Filters of the audit log; on a narrow screen, behind a button. */
export function AuditFilters(props: FilterProps): ReactNode {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return <Filters {...props} />;
  const { size: length } = AUDIT_FILTER.format(props.filter);
  return (
    <Stack>
      <Row>
        <Button
          isExpanded={isOpen}
          onPress={() => {
            setOpen(!isOpen);
          }}
        >
          {length === 0 ? 'Filters' : `Filters (${length})`}
        </Button>
      </Row>
      {isOpen && <Filters {...props} />}
    </Stack>
  );
}

function Filters({ filter, onFilter }: FilterProps): ReactNode {
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
      {isFiltered(filter) && (
        <Row>
          <Button
            onPress={() => {
              onFilter(ALL);
            }}
          >
            Clear filters
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function isFiltered({ entity, actor, kinds, since, until }: AuditFilter): boolean {
  return kinds.length > 0 || [entity, actor, since, until].some((text) => text !== '');
}
