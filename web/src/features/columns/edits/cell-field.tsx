import { useState, type ComponentProps, type ReactNode } from 'react';
import type { Choice } from '../../../components/fields/choice.tsx';
import { ValueInput } from '../../../components/grid/value-input.tsx';
import { valueHelp } from '../../../shared/values/value-rules.ts';
import type { CellDefinition } from '../grid/cell-definition.ts';
import type { UrnsByName } from '../grid/named-values.ts';
import { useNamedText, type NamedText } from '../grid/use-named-text.ts';
import { useSuggestions } from '../grid/use-suggestions.ts';

/** Typed values of a cell that are not saved. */
export interface CellDraft {
  readonly definition: CellDefinition;
  readonly text: string;
  /** Sets the text; clears the problem. */
  readonly setText: (text: string) => void;
  /** What is wrong with the text. */
  readonly problem: string | undefined;
  readonly setProblem: (problem: string | undefined) => void;
  /** Values that match the text; undefined if any text is allowed. */
  readonly choices: readonly Choice[] | undefined;
  readonly named: NamedText;
}

/** Creates a {@link CellDraft}. `known`: urns by name for the initial text. */
export function useCellDraft(definition: CellDefinition, initial: string, known: UrnsByName): CellDraft {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  return {
    definition,
    text,
    setText: (next) => {
      setProblem(undefined);
      setText(next);
    },
    problem,
    setProblem,
    choices: useSuggestions(definition, text),
    named: useNamedText(definition, known),
  };
}

/** Field for a {@link CellDraft}: of several lines for Markdown, a date picker for one date. */
export function CellField({
  draft: { definition, text, setText, problem, choices },
  isSelected = false,
  ...props
}: {
  readonly draft: CellDraft;
} & Pick<
  ComponentProps<typeof ValueInput>,
  'label' | 'isSelected' | 'takesFocus' | 'onChoose' | 'onKey' | 'onBlur'
>): ReactNode {
  const isLong = definition.valueType === 'rich_text';
  return (
    <ValueInput
      text={text}
      onText={setText}
      type={definition.valueType === 'date' && !definition.isMultiple ? 'date' : 'text'}
      lines={isLong ? 4 : 1}
      isSelected={isSelected && !isLong}
      problem={problem}
      help={valueHelp(definition)}
      choices={choices}
      {...props}
    />
  );
}
