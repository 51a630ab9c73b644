import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ValueRows } from '../../../components/data/value-rows.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import type { PropertyDefinition } from '../../../shared/values/property-definition.ts';
import { numberText } from '../../../components/number-text.ts';
import { FillIn } from './fill-in.tsx';

const ProposeFillIn = loadedLater(async () => (await import('./propose-fill-in.tsx')).ProposeFillIn);

/** The properties without a value: folded to one line, from which all of them can be filled in at once. */
export function EmptyProperties({
  urn,
  definitions,
  missing,
  isUnfolded,
  rightOf,
  mayPropose,
  onFilledIn,
  children,
}: {
  readonly urn: string;
  /** The properties of the rows. */
  readonly definitions: readonly PropertyDefinition[];
  /** Those that still have no value. */
  readonly missing: readonly PropertyDefinition[];
  /** Shows the rows regardless of what the person chose. */
  readonly isUnfolded: boolean;
  /** Whether the person may assign a property. */
  readonly rightOf: (property: string) => Right;
  /** Whether the person may propose values, where they may not assign them. */
  readonly mayPropose: boolean;
  /** Called with the urns of the properties that a save gave a value. */
  readonly onFilledIn: (urns: readonly string[]) => void;
  /** The rows. */
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isFilling, setFilling] = useState(false);
  const [wasFilling, setWasFilling] = useState(false);
  const byRight = Map.groupBy(missing, (definition) => rightOf(definition.urn).state);
  const { allowed = [], refused = [] } = Object.fromEntries(byRight);
  // Who may fill in some properties proposes values of the others one by one.
  const isProposed = mayPropose && allowed.length === 0;
  const fillable = isProposed ? refused : allowed;
  const text =
    missing.length === 0
      ? counted(definitions.length, 'property', 'properties')
      : `${numberText(missing.length)} without a value`;
  const close = (): void => {
    setFilling(false);
    setWasFilling(true);
  };
  if (isFilling && isProposed) return <ProposeFillIn urn={urn} definitions={fillable} onClose={close} />;
  if (isFilling) {
    return (
      <FillIn
        urn={urn}
        definitions={fillable}
        onClose={close}
        onSaved={(urns) => {
          close();
          onFilledIn(urns);
        }}
      />
    );
  }
  return (
    <Stack gap={2}>
      <Row>
        {isUnfolded ? (
          <Soft>{text}</Soft>
        ) : (
          <Button
            look="quiet"
            isExpanded={isOpen}
            onPress={() => {
              setOpen(!isOpen);
            }}
          >
            {text}
          </Button>
        )}
        {fillable.length > 1 && (
          <Button
            autoFocus={wasFilling}
            onPress={() => {
              setFilling(true);
            }}
          >
            {isProposed ? 'Propose values' : 'Fill in'}
          </Button>
        )}
      </Row>
      {(isOpen || isUnfolded) && <ValueRows label="Properties without a value">{children}</ValueRows>}
    </Stack>
  );
}
