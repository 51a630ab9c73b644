import { allowedValuesOf, colorsOf, draftOf, text } from './draft.ts';
import { inheritanceFacts } from './inheritance.ts';
import { SETTINGS } from './settings.ts';
import type { Aspect, StoredProperty } from './stored-property.ts';
import { rulesOf } from '../../../shared/rules/property-rules.ts';
import { ruleFacts } from '../../../shared/rules/rule-facts.ts';
import { criteriaText } from '../../../shared/policies/policy-sentence.ts';
import type { Criterion } from '../../../shared/policies/policy-data.ts';
import { shortName } from '../../../urls/urn.ts';
import { entityTypesText, platformName, valueTypeLabel } from './value-types.ts';

/** A difference between two states of a definition, as texts to show. */
export interface Difference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const NONE = '—';

/** Differences between two states of a definition. */
export function definitionDifferences(before: Aspect, after: Aspect): readonly Difference[] {
  const [old, next] = [shown(before), shown(after)];
  return Object.entries(next).flatMap(([what, value]) =>
    old[what] === value ? [] : [{ what, before: old[what] ?? NONE, after: value }],
  );
}

/** Differences between two states of the display settings. */
export function settingsDifferences(before: Aspect, after: Aspect): readonly Difference[] {
  return SETTINGS.flatMap(({ name, label }) => {
    const [old, next] = [before[name] === true, after[name] === true];
    return old === next ? [] : [{ what: label, before: old ? 'on' : 'off', after: next ? 'on' : 'off' }];
  });
}

/** Differences between two states of the display. */
export function displayDifferences(before: Aspect, after: Aspect): readonly Difference[] {
  const shownOf = (display: Aspect): Readonly<Record<string, string>> => ({
    Group: text(display['group']) || NONE,
    Order: typeof display['order'] === 'number' ? String(display['order']) : NONE,
    Unit: text(display['unit']) || NONE,
    Colors:
      [...colorsOf(display)].map(([value, color]) => `${value} ${color.toLowerCase()}`).join(', ') || NONE,
  });
  const [old, next] = [shownOf(before), shownOf(after)];
  return Object.entries(next).flatMap(([what, value]) =>
    old[what] === value ? [] : [{ what, before: old[what] ?? NONE, after: value }],
  );
}

/** Differences between two states of the rules. */
export function rulesDifferences(before: Aspect, after: Aspect): readonly Difference[] {
  const wording = {
    textOf: String,
    conditionsOf: (criteria: readonly Criterion[]) => criteriaText(criteria, shortName),
  };
  const [old, next] = [before, after].map(
    (aspect) =>
      new Map(
        [...ruleFacts(rulesOf(aspect), wording), ...inheritanceFacts(aspect)].map(
          ({ label, value }) => [label, value] as const,
        ),
      ),
  );
  return [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])].flatMap((what) => {
    const [was, is] = [old?.get(what) ?? NONE, next?.get(what) ?? NONE];
    return was === is ? [] : [{ what, before: was, after: is }];
  });
}

/** Differences between two states of a property. */
export function propertyDifferences(before: StoredProperty, after: StoredProperty): readonly Difference[] {
  return [
    ...definitionDifferences(before.definition, after.definition),
    ...settingsDifferences(before.settings ?? {}, after.settings ?? {}),
    ...displayDifferences(before.display ?? {}, after.display ?? {}),
    ...rulesDifferences(before.rules ?? {}, after.rules ?? {}),
  ];
}

function shown(aspect: Aspect): Readonly<Record<string, string>> {
  const draft = draftOf({ urn: '', definition: aspect, settings: undefined });
  const values = allowedValuesOf(aspect).map(({ value, description }) =>
    description === '' ? value : `${value} (${description})`,
  );
  return {
    'Qualified name': draft.name,
    'Display name': draft.displayName || NONE,
    Description: draft.description || NONE,
    'Value type': draft.valueType === '' ? NONE : valueTypeLabel(draft.valueType),
    'Values per asset': draft.isMultiple ? 'several' : 'one',
    'Allowed values': values.length === 0 ? 'any' : values.join(', '),
    'Allowed entity types': entityTypesText(draft.allowedTypes) || 'any',
    'Allowed on': entityTypesText(draft.entityTypes) || NONE,
    Platforms: draft.allowedPlatforms.map(platformName).join(', ') || 'all',
    'Found by words': draft.isWordSearched ? `yes, weight ${draft.wordWeight || '1'}` : 'no',
    'Fixed once set': draft.isImmutable ? 'yes' : 'no',
    Version: typeof aspect['version'] === 'string' ? aspect['version'] : NONE,
  };
}
