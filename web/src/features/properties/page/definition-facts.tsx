import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Facts } from '../../../components/data/table.tsx';
import { Panel, Soft } from '../../../components/layout/layout.tsx';
import { rulesOf } from '../../../shared/rules/property-rules.ts';
import { ruleFacts, urnsInRules } from '../../../shared/rules/rule-facts.ts';
import { wordingOf, type Draft } from '../definition/draft.ts';
import { inheritanceFacts } from '../definition/inheritance.ts';
import { SettingBadges } from '../definition/setting-badges.tsx';
import { SETTINGS } from '../definition/settings.ts';
import type { StoredProperty } from '../definition/stored-property.ts';
import { entityTypesText, isUrnType, valueTypeLabel } from '../definition/value-types.ts';

/** Facts of a definition. */
export function DefinitionFacts({
  draft,
  stored,
}: {
  readonly draft: Draft;
  readonly stored: StoredProperty;
}): ReactNode {
  const rules = rulesOf(stored.rules);
  const { version } = stored.definition;
  const nameOf = useEntityNames([...draft.allowedPlatforms, ...urnsInRules(rules)]);
  const isShown = SETTINGS.some(({ name }) => draft.settings[name]);
  return (
    <Panel label="Definition">
      <Facts
        facts={[
          { label: 'Type', value: draft.valueType === '' ? '—' : valueTypeLabel(draft.valueType) },
          { label: 'Per asset', value: draft.isMultiple ? 'Several values' : 'One value' },
          ...(isUrnType(draft.valueType)
            ? [
                {
                  label: 'Refers to',
                  value: entityTypesText(draft.allowedTypes) || 'Any entity',
                },
              ]
            : []),
          {
            label: 'Values',
            value:
              draft.allowedValues.length === 0
                ? 'Any'
                : `One of ${draft.allowedValues.length.toLocaleString('en')}`,
          },
          { label: 'Allowed on', value: entityTypesText(draft.entityTypes) },
          { label: 'Platforms', value: draft.allowedPlatforms.map(nameOf).join(', ') || 'All' },
          { label: 'Changes', value: draft.isImmutable ? 'Fixed once set' : 'Can be changed' },
          ...(draft.isWordSearched ? [{ label: 'Search', value: 'Finds values by their words' }] : []),
          {
            label: 'Shown as',
            value: isShown ? <SettingBadges settings={draft.settings} /> : <Soft>Property only</Soft>,
          },
          ...(draft.group === '' ? [] : [{ label: 'Group', value: draft.group }]),
          ...(draft.unit === '' ? [] : [{ label: 'Unit', value: draft.unit }]),
          ...ruleFacts(rules, wordingOf(draft, nameOf)),
          ...inheritanceFacts(stored.rules),
          ...(typeof version === 'string' ? [{ label: 'Version', value: <code>{version}</code> }] : []),
        ]}
      />
    </Panel>
  );
}
