import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/fields/fields.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { SETTINGS, type SettingName, type Settings } from '../definition/settings.ts';

/** Editor of display settings. Disables settings that exclude each other. */
export function SettingsEditor({
  settings,
  onChange,
  problem,
}: {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly problem: string | undefined;
}): ReactNode {
  return (
    <Stack gap={2}>
      {SETTINGS.map(({ name, label, help }) => {
        const refusal = refusalOf(name, settings);
        return (
          <Checkbox
            key={name}
            isSelected={settings[name]}
            isDisabled={refusal !== undefined && !settings[name]}
            onChange={(isOn) => {
              onChange({ ...settings, [name]: isOn });
            }}
            help={refusal ?? help}
          >
            {label}
          </Checkbox>
        );
      })}
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </Stack>
  );
}

/** Why a setting cannot be combined with the others; undefined if it can. */
function refusalOf(name: SettingName, settings: Settings): string | undefined {
  if (name === 'hideInAssetSummaryWhenEmpty') {
    return settings.showInAssetSummary ? undefined : 'Requires Asset summary.';
  }
  if (name !== 'isHidden') return settings.isHidden ? 'Cannot be combined with Hidden.' : undefined;
  const places = SETTINGS.filter(
    (one) => one.name !== 'isHidden' && one.name !== 'hideInAssetSummaryWhenEmpty',
  );
  const shown = places.filter((place) => settings[place.name]).map(({ label }) => label);
  return shown.length === 0 ? undefined : `Cannot be combined with ${shown.join(', ')}.`;
}
