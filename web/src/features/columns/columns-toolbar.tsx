import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Checkbox, TextField } from '../../components/fields/fields.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { shownProperties, type GridView } from './grid/grid-view.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './grid/cell-definition.ts';
import type { GridData } from './grid/use-grid-data.ts';

/** Debounce of address updates, in ms: browsers limit how often a page may change its address. */
const ADDRESS_DELAY_MS = 300;
const ANY = 'any';

/** Filters of the grid, and the choice of properties shown. */
export function ColumnsToolbar({
  data: { columns, view, setView: onView, setText: onText },
  properties,
}: {
  readonly data: GridData;
  readonly properties: readonly CellDefinition[];
}): ReactNode {
  const types = useMemo(() => [...new Set(columns.map(({ type }) => type))].sort(), [columns]);
  const [isChoosing, setChoosing] = useState(false);
  const presence = view.presence && `${view.presence.isMissing ? 'misses' : 'has'} ${view.presence.name}`;
  return (
    <Toolbar>
      <FilterText view={view} onView={onView} onText={onText} />
      <Select
        label="Type"
        value={view.type === '' ? ANY : view.type}
        choices={[
          { value: ANY, label: 'All types' },
          ...types.map((type) => ({ value: type, label: type.charAt(0) + type.slice(1).toLowerCase() })),
        ]}
        onChange={(type) => {
          onView({ ...view, type: type === ANY ? '' : type });
        }}
      />
      <Select
        label="Values"
        value={presence ?? ANY}
        choices={[
          { value: ANY, label: 'With or without values' },
          ...[DESCRIPTION, TAGS, TERMS, ...properties].flatMap(({ qualifiedName, name }) => [
            { value: `has ${qualifiedName}`, label: `Has ${name}` },
            { value: `misses ${qualifiedName}`, label: `Misses ${name}` },
          ]),
        ]}
        onChange={(chosen) => {
          const [kind = '', name = ''] = chosen.split(/ (.*)/s);
          onView({ ...view, presence: chosen === ANY ? undefined : { isMissing: kind === 'misses', name } });
        }}
      />
      <Button
        onPress={() => {
          setChoosing(true);
        }}
      >
        Properties shown
      </Button>
      {isChoosing && (
        <ChoiceOfProperties
          view={view}
          onView={onView}
          properties={properties}
          onClose={() => {
            setChoosing(false);
          }}
        />
      )}
    </Toolbar>
  );
}

function FilterText({
  view,
  onView,
  onText,
}: {
  readonly view: GridView;
  readonly onView: (view: GridView) => void;
  readonly onText: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(view.text);
  useEffect(() => {
    if (text === view.text) return;
    const timer = setTimeout(() => {
      onView({ ...view, text });
    }, ADDRESS_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, view, onView]);
  return (
    <TextField
      label="Filter columns"
      isLabelHidden
      type="search"
      value={text}
      placeholder="Filter columns"
      onChange={(next) => {
        setText(next);
        onText(next);
      }}
    />
  );
}

function ChoiceOfProperties({
  view,
  onView,
  properties,
  onClose,
}: {
  readonly view: GridView;
  readonly onView: (view: GridView) => void;
  readonly properties: readonly CellDefinition[];
  readonly onClose: () => void;
}): ReactNode {
  const shown = shownProperties(view, properties).map(({ qualifiedName }) => qualifiedName);
  return (
    <Dialog
      title="Properties shown"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            onPress={() => {
              onView({ ...view, properties: undefined });
            }}
          >
            Reset to default
          </Button>
          <Button look="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {properties.length === 0 && <p>No properties are defined for columns.</p>}
        {properties.map(({ qualifiedName, name }) => (
          <Checkbox
            key={qualifiedName}
            isSelected={shown.includes(qualifiedName)}
            onChange={(isOn) => {
              const others = shown.filter((one) => one !== qualifiedName);
              onView({ ...view, properties: isOn ? [...others, qualifiedName] : others });
            }}
          >
            {name}
          </Checkbox>
        ))}
      </Stack>
    </Dialog>
  );
}
