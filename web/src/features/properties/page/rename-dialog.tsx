import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMe } from '../../../api/person/me.ts';
import { ComboBox } from '../../../components/fields/choice.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { counted } from '../../../components/counted.ts';
import { editToEnd, type EditReport } from '../../../shared/edits/edit-report.ts';
import { useUndoToast } from '../../../shared/plans/undo-plan.ts';
import { definitionOf, displayOf, draftOf, type Draft } from '../definition/draft.ts';
import { rulesAspectOf } from '../definition/rules-draft.ts';
import type { StoredProperty } from '../definition/stored-property.ts';
import type { NewDefinition } from '../plan/plan.ts';
import { replaceAndApply } from '../plan/replace-values.ts';

/** A value and its new name. */
interface Names {
  readonly from: string;
  readonly to: string;
}

/** A dry run of renaming a value, and the renaming itself. */
function useRenaming(stored: StoredProperty, draft: Draft, { from, to }: Names, onDone: () => void) {
  const [step, setStep] = useState<string>();
  const actor = useMe()?.corpUser.urn;
  const showUndo = useUndoToast();
  const definition = (): NewDefinition => {
    const renamed = renamedDraft(draft, { from, to });
    const stamp = { time: Date.now(), actor };
    return {
      urn: stored.urn,
      propertyDefinition: definitionOf(renamed, { ...stored.definition, lastModified: stamp }),
      ...(stored.display && { structuredPropertyDisplay: displayOf(renamed, stored.display) }),
      ...(isDeprecationOf(from, draft) && {
        structuredPropertyRules: rulesAspectOf(renamed, stored.rules),
      }),
    };
  };
  const trial = useMutation({
    mutationFn: () => {
      const changes = [{ field: stored.urn, action: 'replace', values: [from, to] }];
      return editToEnd({ definition: definition(), changes, dryRun: true });
    },
  });
  const renaming = useMutation({
    mutationFn: () => replaceAndApply({ definition: definition(), removed: [from], by: to }, setStep),
    onSuccess: (edit) => {
      showUndo(`${from} renamed to ${to}`, draft.displayName || draft.name, { edit }, stored.urn);
      onDone();
    },
    onSettled: () => setStep(undefined),
  });
  return { renaming, step, trial };
}

/** Dialog that renames an allowed value everywhere: in the definition, and on all assets that have it, after a dry run. */
export function RenameDialog({
  stored,
  onClose,
}: {
  readonly stored: StoredProperty;
  readonly onClose: () => void;
}): ReactNode {
  const draft = draftOf(stored);
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState('');
  const next = to.trim();
  const isMerged = draft.allowedValues.some(({ value }) => value === next);
  const isComplete = from !== undefined && next !== '' && next !== from;
  const { renaming, step, trial } = useRenaming(stored, draft, { from: from ?? '', to: next }, onClose);
  const discard = (): void => {
    trial.reset();
    renaming.reset();
  };
  const { data: report } = trial;
  return (
    <FormDialog
      title="Rename a value"
      onClose={onClose}
      action={report === undefined ? 'Preview' : 'Rename'}
      isDisabled={!isComplete}
      isPending={trial.isPending || renaming.isPending}
      onSubmit={() => {
        if (report === undefined) trial.mutate();
        else renaming.mutate();
      }}
      error={trial.error ?? renaming.error}
    >
      <ComboBox
        label="Value"
        choices={draft.allowedValues.map(({ description, value }) => ({
          value,
          label: value,
          help: description === '' ? undefined : description,
        }))}
        value={from}
        onChange={(value) => {
          setFrom(value);
          discard();
        }}
        isRequired
      />
      <TextField
        label="New value"
        value={to}
        onChange={(value) => {
          setTo(value);
          discard();
        }}
        isRequired
        {...(isMerged && { help: `${next} is allowed already: assets of both values will have it.` })}
        {...(from !== undefined && next === from && { problem: 'Enter another value.' })}
      />
      {report !== undefined && <Effect report={report} from={from ?? ''} to={next} />}
      {step !== undefined && (
        <p role="status">
          <Soft>{step}</Soft>
        </p>
      )}
    </FormDialog>
  );
}

function Effect({
  report: { changed, failed },
  from,
  to,
}: { readonly report: EditReport } & Names): ReactNode {
  return (
    <Notice tone={failed > 0 ? 'warn' : 'plain'}>
      <p role="status">
        {changed === 0
          ? `No asset has ${from}.`
          : `${counted(changed, 'asset')} will have ${to} instead of ${from}.`}{' '}
        {failed > 0
          ? `${counted(failed, 'asset')} cannot be changed, so ${from} would stay allowed. No value is lost.`
          : 'All other values stay. You can undo this.'}
      </p>
    </Notice>
  );
}

/** Whether the value is deprecated, or replaces one that is. */
function isDeprecationOf(name: string, { rules }: Draft): boolean {
  return rules.deprecated.some(({ replacedBy, value }) => value === name || replacedBy === name);
}

/** The draft with the value renamed, also as a replacement of deprecated ones; if the new one is allowed already, without the old one. */
function renamedDraft(draft: Draft, { from, to }: Names): Draft {
  const isKnown = draft.allowedValues.some(({ value }) => value === to);
  const deprecated = draft.rules.deprecated
    .filter(({ value }) => value !== from)
    .map((row) => (row.replacedBy === from ? { ...row, replacedBy: to } : row));
  return {
    ...draft,
    rules: { ...draft.rules, deprecated },
    allowedValues: isKnown
      ? draft.allowedValues.filter(({ value }) => value !== from)
      : draft.allowedValues.map((row) => (row.value === from ? { ...row, value: to } : row)),
  };
}
