import { useEffect, useMemo } from 'react';
import { counted } from '../../../components/counted.ts';
import { usePropose } from '../../../shared/proposals/use-propose.ts';
import { text } from '../definition/draft.ts';
import { propertyDifferences, type Difference } from '../definition/differences.ts';
import { propertyName, type StoredProperty } from '../definition/stored-property.ts';
import { lossesBetween, type Loss } from '../plan/losses.ts';
import { newVersion, withVersion, type NewDefinition } from '../plan/plan.ts';

/** A changed definition that can be proposed. */
export interface DefinitionProposal {
  /** What it changes. */
  readonly differences: readonly Difference[];
  /** Why it would clear the values of the property; empty: they stay. */
  readonly losses: readonly Loss[];
  readonly propose: (reason: string) => void;
  readonly isPending: boolean;
  /** Why the server refused it, until the draft changes. */
  readonly error: Error | null;
}

/** Changes named in the title of a proposal. */
const NAMED = 3;

/** The proposal of a definition instead of the stored one; undefined while there is nothing to propose. */
export function useDefinitionProposal(
  base: StoredProperty,
  definition: NewDefinition | undefined,
  onDone: () => void,
): DefinitionProposal | undefined {
  const { mutate, isPending, error, reset } = usePropose(onDone);
  const key = JSON.stringify(definition);
  // Refusals of an earlier draft do not apply to this one.
  useEffect(reset, [key, reset]);
  const compared = useMemo(
    () =>
      definition && {
        differences: propertyDifferences(base, stateWith(base, definition)).filter(
          ({ what }) => what !== 'Version',
        ),
        losses: lossesBetween(base.definition, definition.propertyDefinition, []),
      },
    [base, definition],
  );
  if (definition === undefined || compared === undefined) return undefined;
  const name = text(base.definition['displayName']) || propertyName(base.urn);
  return {
    ...compared,
    isPending,
    error,
    propose: (reason) =>
      mutate({
        title: `Definition of ${name}: ${changedText(compared.differences)}`,
        reason,
        plan: { definitions: [compared.losses.length > 0 ? versioned(base, definition) : definition] },
        about: `${base.urn} definition`,
      }),
  };
}

/** The property as it would be stored. */
function stateWith(base: StoredProperty, definition: NewDefinition): StoredProperty {
  return {
    ...base,
    definition: definition.propertyDefinition,
    settings: definition.structuredPropertySettings ?? base.settings,
    display: definition.structuredPropertyDisplay ?? base.display,
    rules: definition.structuredPropertyRules ?? base.rules,
  };
}

/** A definition that breaks values needs a new version. */
function versioned(base: StoredProperty, definition: NewDefinition): NewDefinition {
  return withVersion(definition, newVersion(text(base.definition['version'])));
}

/** `allowed values, display name`. */
function changedText(differences: readonly Difference[]): string {
  if (differences.length > NAMED) return counted(differences.length, 'change');
  return differences.map(({ what }) => `${what.charAt(0).toLowerCase()}${what.slice(1)}`).join(', ');
}
