import type { JsonObject } from '../../util/json.ts';

/** The settings of a structured property: flags that default to false. */
export const PROPERTY_SETTINGS = [
  'isHidden',
  'showInSearchFilters',
  'showInAssetSummary',
  'hideInAssetSummaryWhenEmpty',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** Settings by their keys in definition files. */
export const SETTING_KEYS: Readonly<Record<string, (typeof PROPERTY_SETTINGS)[number]>> = {
  is_hidden: 'isHidden',
  show_in_search_filters: 'showInSearchFilters',
  show_in_asset_summary: 'showInAssetSummary',
  hide_in_asset_summary_when_empty: 'hideInAssetSummaryWhenEmpty',
  show_as_asset_badge: 'showAsAssetBadge',
  show_in_columns_table: 'showInColumnsTable',
};

/** Settings to change; undefined and null leave a setting unchanged. */
export type SettingsInput = Readonly<
  Partial<Record<(typeof PROPERTY_SETTINGS)[number], boolean | null | undefined>>
>;

/** Settings to store; those missing in the input are taken from `before`, else false. */
export function settingsOf(input: SettingsInput, before: JsonObject = {}): Record<string, boolean> {
  const settings = Object.fromEntries(
    PROPERTY_SETTINGS.map((name) => [name, input[name] ?? before[name] === true]),
  );
  // A property that is not in the summary cannot be hidden there.
  if (input.showInAssetSummary === false) settings['hideInAssetSummaryWhenEmpty'] = false;
  return settings;
}
