import { Suspense, lazy, useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { problemsIn } from '../../../api/api-error.ts';
import { useMe } from '../../../api/person/me.ts';
import { ButtonLink } from '../../../components/controls/button.tsx';
import { ErrorBoundary } from '../../../components/feedback/error-boundary.tsx';
import { Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FormWithCompanion } from '../../../components/layout/form-section.tsx';
import { Page, Stack } from '../../../components/layout/layout.tsx';
import { propertyPath } from '../../../urls/paths.ts';
import { LeaveDialog } from '../../../shared/leaving/leave-dialog.tsx';
import { definitionOf, displayOf, draftOf, isSameDraft, type Draft } from '../definition/draft.ts';
import { ruleProblems, rulesAspectOf } from '../definition/rules-draft.ts';
import { SETTINGS, settingsOf } from '../definition/settings.ts';
import { propertyUrn, type Aspect, type StoredProperty } from '../definition/stored-property.ts';
import { ApplyPanel } from '../plan/apply-panel.tsx';
import type { Changes, Plan } from '../plan/plan.ts';
import { useUndoToast, type Undoable } from '../../../shared/plans/undo-plan.ts';
import { useLivePlan } from '../plan/use-plan.ts';
import { DefinitionForm } from './definition-form.tsx';
import { textsByPart } from './form-part.ts';
import { OtherChange } from './other-change.tsx';
import { Preview } from './preview.tsx';
import { SetBack } from './set-back.tsx';

/** Loaded for people who may not save the change. */
const LazyPanel = lazy(async () => ({
  default: (await import('../propose/propose-panel.tsx')).ProposePanel,
}));

/**
 * Page that defines or edits a property, with a preview and the plan of the change beside it; or with the proposal of the change, for
 * people who may not save it.
 */
export function PropertyEditor({
  stored,
  former,
  isProposed = false,
}: {
  readonly stored: StoredProperty | undefined;
  /** An earlier state to set the property back to, as the first draft. */
  readonly former?: StoredProperty;
  /** Whether the change of a stored property is proposed instead of saved. */
  readonly isProposed?: boolean;
}): ReactNode {
  // The state when editing began; someone else may change the property in the meantime.
  const [base, setBase] = useState(stored);
  const initial = useMemo(() => draftOf(base), [base]);
  const [draft, setDraft] = useState(() => (former === undefined ? initial : draftOf(former)));
  const [saved, setSaved] = useState<Saved>();
  const isChanged = !isSameDraft(draft, initial);
  const urn = base?.urn ?? propertyUrn(draft.name);
  const missing = missingOf(draft);
  const isUsable = missing.length === 0 && ruleProblems(draft).size === 0;
  const changes = useChanges(draft, base, isChanged && isUsable);
  const live = useLivePlan(isProposed ? undefined : changes);
  const [refused, setRefused] = useState<Error | null>(null);
  const taken = base === undefined ? takenName(live.plan, urn) : undefined;
  const problems = problemsOf(draft, live.error ?? refused, taken);
  const other = problems.get('other');
  const name = draft.displayName || draft.name;
  useLeaving(saved, base === undefined, name, urn);
  const verb = isProposed ? 'Propose a change of' : 'Edit';
  const title = base === undefined ? 'New property' : `${verb} ${initial.displayName || initial.name}`;
  const idle =
    isChanged && !isUsable && missing.length === 0 ? WRONG : idleText(isChanged, missing, isProposed);
  return (
    <Page title={title} actions={<Actions base={base} isProposed={isProposed} />}>
      {former !== undefined && base !== undefined && (
        <SetBack from={base} to={former} isProposed={isProposed} />
      )}
      <LeaveDialog isUnsaved={isChanged && saved === undefined} />
      {base !== undefined && (
        <OtherChange
          base={base}
          isProposed={isProposed}
          onTake={(theirs) => {
            setBase(theirs);
            setDraft(draftOf(theirs));
          }}
          onKeep={setBase}
        />
      )}
      <FormWithCompanion
        companion={
          <Stack gap={4}>
            <Preview draft={draft} />
            {isProposed && base !== undefined ? (
              <ProposePanel
                base={base}
                definition={changes?.definitions?.[0]}
                idle={idle}
                onRefused={setRefused}
                onDone={() => setSaved('as proposal')}
              />
            ) : (
              <ApplyPanel
                live={live}
                idle={idle}
                refusal={taken}
                verb="Save"
                onDone={(change) => setSaved({ change })}
              />
            )}
            {other !== undefined && !isProposed && <Notice tone="bad">{other}</Notice>}
          </Stack>
        }
      >
        <DefinitionForm draft={draft} onChange={setDraft} isNew={base === undefined} problems={problems} />
      </FormWithCompanion>
    </Page>
  );
}

function ProposePanel(props: ComponentProps<typeof LazyPanel>): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={3} label="Loading the proposal" />}>
        <LazyPanel {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** How a draft was saved: with what undoes it, or as a proposal. */
type Saved = { readonly change: Undoable | undefined } | 'as proposal';

/** Leads to the page of a property once its draft is saved. Creating one has nothing to return to. */
function useLeaving(saved: Saved | undefined, isNew: boolean, name: string, urn: string): void {
  const [, navigate] = useLocation();
  const showUndo = useUndoToast();
  useEffect(() => {
    if (saved === undefined) return;
    if (saved !== 'as proposal') showUndo(`${name} saved`, name, isNew ? undefined : saved.change, urn);
    navigate(propertyPath(urn));
  }, [saved, isNew, name, navigate, showUndo, urn]);
}

/** *Edit as YAML* and *Cancel*. A proposal is made with the form. */
function Actions({
  base,
  isProposed,
}: {
  readonly base: StoredProperty | undefined;
  readonly isProposed: boolean;
}): ReactNode {
  const back = base === undefined ? '/properties' : propertyPath(base.urn);
  return (
    <>
      {!isProposed && (
        <ButtonLink to={base === undefined ? '/properties/new?as=yaml' : `${back}/edit?as=yaml`}>
          Edit as YAML
        </ButtonLink>
      )}
      <ButtonLink to={back}>Cancel</ButtonLink>
    </>
  );
}

/** Changes that store the draft; undefined if there are none or it is incomplete. */
function useChanges(draft: Draft, base: StoredProperty | undefined, isReady: boolean): Changes | undefined {
  const actor = useMe()?.corpUser.urn;
  // One timestamp per draft: a plan is applied exactly as it was made.
  const [time] = useState(() => Date.now());
  return useMemo(() => {
    if (!isReady || actor === undefined) return undefined;
    const stamp = { time, actor };
    const before: Aspect = {
      ...(base === undefined && { created: stamp }),
      ...base?.definition,
      lastModified: stamp,
    };
    const propertyDefinition = definitionOf(draft, before);
    // Writing equal settings would only add an empty version to the history.
    const stored = settingsOf(base?.settings);
    const hasSettings = SETTINGS.some(({ name }) => stored[name] !== draft.settings[name]);
    const display = displayOf(draft, base?.display);
    const storedDisplay = displayOf(draftOf(base), base?.display);
    const rules = rulesAspectOf(draft, base?.rules);
    const storedRules = rulesAspectOf(draftOf(base), base?.rules);
    return {
      definitions: [
        {
          urn: base?.urn ?? propertyUrn(draft.name),
          propertyDefinition,
          ...(hasSettings && {
            structuredPropertySettings: { ...base?.settings, ...draft.settings, lastModified: stamp },
          }),
          ...(JSON.stringify(display) !== JSON.stringify(storedDisplay) && {
            structuredPropertyDisplay: display,
          }),
          ...(JSON.stringify(rules) !== JSON.stringify(storedRules) && { structuredPropertyRules: rules }),
        },
      ],
    };
  }, [draft, base, isReady, actor, time]);
}

/** What is wrong with a draft, by part of the form. */
function problemsOf(
  { name }: Draft,
  refused: unknown,
  taken: string | undefined,
): ReturnType<typeof textsByPart> {
  const problems = textsByPart(refused === null ? [] : problemsIn(refused));
  if (taken !== undefined) problems.set('name', taken);
  // The server cannot plan before the value type and the asset types are set.
  if (/\s/.test(name)) problems.set('name', 'Names cannot contain spaces. Use dots or underscores.');
  return problems;
}

/** Required fields that are still empty. */
function missingOf(draft: Draft): readonly string[] {
  return [
    ...(draft.name === '' ? ['a name'] : []),
    ...(draft.valueType === '' ? ['a value type'] : []),
    ...(draft.entityTypes.length === 0 ? ['an asset type'] : []),
  ];
}

const WRONG = 'To continue, correct the rules.';

function idleText(isChanged: boolean, missing: readonly string[], isProposed: boolean): string {
  if (missing.length > 0) return `To continue, enter ${missing.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
  if (isChanged) return '';
  return `No changes yet. ${isProposed ? 'They' : 'Their effects'} appear here as you edit.`;
}

/** Why a new property cannot be saved: one with the same name exists. */
function takenName(plan: Plan | undefined, urn: string): string | undefined {
  const planned = plan?.properties.find((property) => property.urn === urn);
  return planned === undefined || planned.change === 'create'
    ? undefined
    : 'A property with this name already exists. Choose another name, or edit that property.';
}
