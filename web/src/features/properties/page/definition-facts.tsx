import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/entity-names.ts';
import { Facts } from '../../../components/data/table.tsx';
import { Panel, Soft } from '../../../components/layout/layout.tsx';
import type { Draft } from '../definition/draft.ts';
import { SettingBadges } from '../definition/setting-badges.tsx';
import { SETTINGS } from '../definition/settings.ts';
import { entityTypeLabel, isUrnType, valueTypeLabel } from '../definition/value-types.ts';

/** Facts of a definition. */
export function DefinitionFacts({
  draft,
  version,
}: {
  readonly draft: Draft;
  readonly version: unknown;
}): ReactNode {
  const nameOf = useEntityNames(draft.allowedPlatforms);
  const isShown = SETTINGS.some(({ name }) => draft.settings[name]);
  return (
    <Panel label="Definition">
      <Facts
        facts={[
          { label: 'Type', value: draft.valueType === '' ? '—' : valueTypeLabel(draft.valueType) },
          { label: 'Per asset', value: draft.isMultiple ? 'several values' : 'one value' },
          ...(isUrnType(draft.valueType)
            ? [
                {
                  label: 'Refers to',
                  value: draft.allowedTypes.map(entityTypeLabel).join(', ') || 'any entity',
                },
              ]
            : []),
          {
            label: 'Values',
            value:
              draft.allowedValues.length === 0
                ? 'any'
                : `one of ${draft.allowedValues.length.toLocaleString('en')}`,
          },
          { label: 'Allowed on', value: draft.entityTypes.map(entityTypeLabel).join(', ') },
          { label: 'Platforms', value: draft.allowedPlatforms.map(nameOf).join(', ') || 'all' },
          { label: 'Changes', value: draft.isImmutable ? 'fixed once set' : 'can be changed' },
          {
            label: 'Shown as',
            value: isShown ? <SettingBadges settings={draft.settings} /> : <Soft>property only</Soft>,
          },
          ...(typeof version === 'string' ? [{ label: 'Version', value: <code>{version}</code> }] : []),
        ]}
      />
    </Panel>
  );
}
