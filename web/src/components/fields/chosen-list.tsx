import { useState, type ReactNode } from 'react';
import { Row, Stack } from '../layout/layout.tsx';
import { Button } from '../controls/button.tsx';
import { ManyChips } from '../controls/many-chips.tsx';
import { ComboBox, type Choice } from './choice.tsx';

/** Selects several of many values: chips for the selected ones, and a field that finds more. */
export function ChosenList({
  label,
  choices,
  chosen,
  onChange,
  help,
  problem,
  isRequired = false,
  isUsual,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
  /** Choices offered at first; the others follow *Show more*. Absent: all. */
  readonly isUsual?: (choice: Choice) => boolean;
}): ReactNode {
  const [isMore, setMore] = useState(false);
  const hasMore = isUsual !== undefined && !isMore && choices.some((choice) => !isUsual(choice));
  const offered = hasMore ? choices.filter(isUsual) : choices;
  const more = `Show ${choices.length - offered.length} more`;
  // A new field after each choice: it is empty and focused.
  const [turn, setTurn] = useState(0);
  const labels = new Map(choices.map((choice) => [choice.value, choice.label]));
  return (
    <Stack gap={2}>
      <ComboBox
        key={`${turn} ${isMore}`}
        label={label}
        choices={offered.filter(({ value }) => !chosen.includes(value))}
        value={undefined}
        help={help}
        problem={problem}
        isRequired={isRequired}
        autoFocus={turn > 0}
        // The open list hides everything else from screen readers.
        opensOnFocus={turn === 0}
        placeholder={chosen.length === 0 ? 'Choose' : 'Add another'}
        onChange={(value) => {
          if (value === undefined) return;
          onChange([...chosen, value]);
          setTurn(turn + 1);
        }}
      />
      {hasMore && (
        <Row>
          <Button
            look="quiet"
            label={`${more} choices of ${label}`}
            onPress={() => {
              setMore(true);
            }}
          >
            {more}
          </Button>
        </Row>
      )}
      <ManyChips
        label={`${label}, chosen`}
        items={chosen.map((value) => ({ id: value, text: labels.get(value) ?? value }))}
        onRemove={(removed) => {
          onChange(chosen.filter((value) => value !== removed));
        }}
      />
    </Stack>
  );
}
