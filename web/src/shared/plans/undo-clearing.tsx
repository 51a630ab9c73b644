import type { ReactNode } from 'react';
import { Notice } from '../../components/feedback/notices.tsx';
import { shortName } from '../../urls/urn.ts';
import { useMayManage } from '../rights/property-rights.tsx';
import { UndoButton } from '../undo/undo-button.tsx';
import { undoFailureText, undoPlan, undoneText } from './undo-plan.ts';

/** Button that takes a breaking edit back, with the values that it cleared. Renders nothing for people who may not. */
export function UndoClearing({
  propertyUrn,
  commit,
}: {
  readonly propertyUrn: string;
  /** The commit of the edit. */
  readonly commit: number;
}): ReactNode {
  const name = shortName(propertyUrn);
  if (useMayManage() !== true) return null;
  return (
    <UndoButton
      label={`Undo the change of ${name}`}
      about={propertyUrn}
      undo={() => undoPlan(commit)}
      undoneText={(undone) => undoneText(name, undone)}
      renderFailure={(error) => <Notice tone="bad">{undoFailureText(error)}</Notice>}
    />
  );
}
