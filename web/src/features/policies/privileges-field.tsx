import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { OptionList } from '../../components/lists/option-list.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import type { KnownPrivilege } from '../../shared/policies/privilege-catalog.ts';

/** Field that selects privileges, found by name and description. */
export function PrivilegesField({
  known,
  chosen,
  onChange,
}: {
  readonly known: readonly KnownPrivilege[];
  readonly chosen: readonly string[];
  readonly onChange: (privileges: readonly string[]) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isChosenOnly, setChosenOnly] = useState(false);
  const names = new Set(known.map(({ value }) => value));
  const unknown = chosen.filter((name) => !names.has(name));
  // Shows stored names that do not apply to this type of policy, so that they can be removed.
  const all = [
    ...known,
    ...unknown.map((value) => ({ value, label: value, help: 'Not valid in this policy. Grants nothing.' })),
  ];
  const selected = new Set(chosen);
  const words = text.toLowerCase().split(/\s+/);
  const shown = all.filter(
    ({ value, label, help = '' }) =>
      (!isChosenOnly || selected.has(value)) &&
      words.every((word) => `${label} ${value} ${help}`.toLowerCase().includes(word)),
  );
  return (
    <Stack>
      <Row align="end">
        <TextField
          label="Find a privilege"
          isLabelHidden
          placeholder="Find a privilege"
          type="search"
          value={text}
          onChange={setText}
        />
        <Button
          isPressed={isChosenOnly}
          onPress={() => {
            setChosenOnly(!isChosenOnly);
          }}
        >
          {`Selected (${chosen.length.toLocaleString('en')})`}
        </Button>
      </Row>
      {shown.length === 0 ? (
        <Soft>No privileges match.</Soft>
      ) : (
        <OptionList
          label="Privileges"
          options={shown}
          selected={selected}
          onChange={(value, isSelected) => {
            onChange(isSelected ? [...chosen, value] : chosen.filter((name) => name !== value));
          }}
        />
      )}
    </Stack>
  );
}
