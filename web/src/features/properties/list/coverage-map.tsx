import { useState, type ReactNode } from 'react';
import { HeatMap, type HeatCell } from '../../../components/charts/heat-map.tsx';
import { Toolbar } from '../../../components/controls/toolbar.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { countsText, gapText, percentText } from '../../../shared/property-coverage/coverage-text.ts';
import { gapAddress } from '../../../shared/property-coverage/gap-address.ts';
import type { CoverageGroup, PropertyCoverage } from '../../../shared/property-coverage/use-coverage.ts';
import { filterAddress } from '../../../shared/search/filter-address.ts';
import { GROUPINGS, type Grouping } from './groupings.ts';
import { propertyPath } from '../../../urls/paths.ts';

/** Properties shown at first. */
const FIRST = 8;

/** Coverage of properties by the values of a field. A cell leads to the assets in it that lack a value. */
export function CoverageMap({
  coverage,
  by,
  onBy,
}: {
  readonly coverage: readonly PropertyCoverage[];
  readonly by: Grouping;
  readonly onBy: (by: Grouping) => void;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const grouping = GROUPINGS.find(({ value }) => value === by) ?? GROUPINGS[0];
  const counted = coverage.filter(({ possible }) => possible > 0);
  const shown = isWhole ? counted : counted.slice(0, FIRST);
  const groups = groupsOf(counted);
  const idOf = (value: string | undefined): string => value ?? '';
  const labelOf = ({ value, label }: CoverageGroup): string =>
    value === undefined ? grouping.nothing : by === '_entityType' ? entityTypeLabel(value) : label;
  return (
    <section aria-labelledby="coverage-map">
      <Stack gap={3}>
        <Toolbar
          end={
            <Select
              label="Compare by"
              choices={GROUPINGS}
              value={by}
              onChange={(value) => {
                const chosen = GROUPINGS.find((one) => one.value === value);
                if (chosen !== undefined) onBy(chosen.value);
              }}
            />
          }
        >
          <Stack gap={1}>
            <h2 id="coverage-map">Coverage by {grouping.label.toLowerCase()}</h2>
            <Soft>Share of the assets with a value. Open a cell to see the assets without one.</Soft>
          </Stack>
        </Toolbar>
        <HeatMap
          label={`Coverage by ${grouping.label.toLowerCase()}`}
          corner="Property"
          rows={shown.map(({ urn, name }) => ({ id: urn, label: name, to: propertyPath(urn) }))}
          columns={groups.map((group) => ({
            id: idOf(group.value),
            label: labelOf(group),
            to: group.value === undefined ? undefined : filterAddress(by, group.value),
          }))}
          cellOf={({ id }, column) => {
            const property = counted.find(({ urn }) => urn === id);
            const group = property?.groups.find(({ value }) => idOf(value) === column.id);
            return property && group ? cellOf(property, group, column.label, by) : NOTHING;
          }}
        />
        {counted.length > FIRST && (
          <Row>
            <Button
              look="quiet"
              {...(!isWhole && { printed: `and ${(counted.length - FIRST).toLocaleString('en')} more` })}
              onPress={() => {
                setWhole(!isWhole);
              }}
            >
              {isWhole ? 'Show fewer' : `Show all ${counted.length.toLocaleString('en')}`}
            </Button>
          </Row>
        )}
      </Stack>
    </section>
  );
}

const NOTHING: HeatCell = { share: undefined, text: '–', title: 'Does not apply to any asset here' };

function cellOf(property: PropertyCoverage, group: CoverageGroup, place: string, by: Grouping): HeatCell {
  const gap = gapText(group);
  const title = `${property.name}, ${place}: ${countsText(group)}${gap === undefined ? '' : `, ${gap}`}`;
  return {
    share: group.present / group.possible,
    text: percentText(group),
    title,
    to: gap === undefined ? undefined : gapAddress(property, { group: { field: by, value: group.value } }),
  };
}

/** The groups of all properties, the largest first and last what has no value of the field. */
function groupsOf(coverage: readonly PropertyCoverage[]): readonly CoverageGroup[] {
  const groups = new Map<string | undefined, CoverageGroup>();
  for (const group of coverage.flatMap((property) => property.groups)) {
    const known = groups.get(group.value);
    if (known === undefined || known.possible < group.possible) groups.set(group.value, group);
  }
  const rank = ({ value, possible }: CoverageGroup): number => (value === undefined ? -1 : possible);
  return [...groups.values()].sort((a, b) => rank(b) - rank(a));
}
