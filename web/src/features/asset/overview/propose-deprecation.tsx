import { useState, type ReactNode } from 'react';
import { Checkbox } from '../../../components/fields/fields.tsx';
import { deprecationText, deprecationValues } from '../../../shared/edits/deprecation-parts.ts';
import type { DeprecationFacts } from '../../../shared/entities/entity-facts.ts';
import { ProposeForm } from '../../../shared/proposals/propose-form.tsx';
import { changeTo } from '../../../shared/proposals/proposed-changes.ts';
import { useTitleNames } from '../../../shared/proposals/use-title-names.ts';
import { DeprecationFields, NOTHING } from './deprecation-fields.tsx';

/** Proposes that an entity is deprecated, why and until when, or that it no longer is. */
export function ProposeDeprecation({
  urn,
  shown,
  onClose,
}: {
  readonly urn: string;
  /** Undefined: not deprecated. */
  readonly shown: DeprecationFacts | undefined;
  readonly onClose: () => void;
}): ReactNode {
  // The value when the form opened: what others change meanwhile is not proposed back.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown ?? NOTHING);
  const [isEnd, setEnd] = useState(false);
  const { nameOf, subject } = useTitleNames(urn, draft.replacement === undefined ? [] : [draft.replacement]);
  const values = isEnd
    ? []
    : deprecationValues({
        note: draft.note,
        decommissionTime: draft.day,
        replacement: draft.replacement,
      });
  const isSame = !isEnd && JSON.stringify(draft) === JSON.stringify(before);
  return (
    <ProposeForm
      urn={urn}
      name="deprecation"
      title={`Deprecation of ${subject}: ${isEnd ? 'none' : deprecationText(values, nameOf)}`}
      changes={isSame ? [] : [changeTo('deprecation', values)]}
      onClose={onClose}
    >
      {before && (
        <Checkbox isSelected={isEnd} onChange={setEnd}>
          No longer deprecated
        </Checkbox>
      )}
      {!isEnd && <DeprecationFields facts={draft} help="Why, and what to do." onChange={setDraft} />}
    </ProposeForm>
  );
}
