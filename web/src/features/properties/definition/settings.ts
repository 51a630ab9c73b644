/** Names of display settings, as in the aspect. */
export type SettingName =
  | 'isHidden'
  | 'showInSearchFilters'
  | 'showInAssetSummary'
  | 'hideInAssetSummaryWhenEmpty'
  | 'showAsAssetBadge'
  | 'showInColumnsTable';

export type Settings = Readonly<Record<SettingName, boolean>>;

interface Setting {
  readonly name: SettingName;
  /** Name in definition files. */
  readonly key: string;
  readonly label: string;
  /** Text of the badge in lists. */
  readonly badge: string;
  readonly help: string;
}

/** All display settings, in form order. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'showInSearchFilters',
    key: 'show_in_search_filters',
    label: 'Search filter',
    badge: 'Filter',
    help: 'Filter search results by its values.',
  },
  {
    name: 'showInAssetSummary',
    key: 'show_in_asset_summary',
    label: 'Asset summary',
    badge: 'Summary',
    help: 'Show it in the summary beside an asset, not only in the list of properties.',
  },
  {
    name: 'hideInAssetSummaryWhenEmpty',
    key: 'hide_in_asset_summary_when_empty',
    label: 'Only if set',
    badge: 'Summary if set',
    help: 'Hide it from the summary of assets without a value. Requires Asset summary.',
  },
  {
    name: 'showAsAssetBadge',
    key: 'show_as_asset_badge',
    label: 'Badge',
    badge: 'Badge',
    help: 'Show its value beside the asset’s name. Only one property can be the badge.',
  },
  {
    name: 'showInColumnsTable',
    key: 'show_in_columns_table',
    label: 'Schema table',
    badge: 'Column',
    help: 'Show it as a column in the table of a dataset’s columns.',
  },
  {
    name: 'isHidden',
    key: 'is_hidden',
    label: 'Hidden',
    badge: 'Hidden',
    help: 'Show it nowhere. Programs can still read and write it. Cannot be combined with the settings above.',
  },
];

/** Settings of a stored aspect; absent ones are off. */
export function settingsOf(aspect: Readonly<Record<string, unknown>> | null | undefined): Settings {
  const isOn = (name: SettingName): boolean => aspect?.[name] === true;
  return {
    isHidden: isOn('isHidden'),
    showInSearchFilters: isOn('showInSearchFilters'),
    showInAssetSummary: isOn('showInAssetSummary'),
    hideInAssetSummaryWhenEmpty: isOn('hideInAssetSummaryWhenEmpty'),
    showAsAssetBadge: isOn('showAsAssetBadge'),
    showInColumnsTable: isOn('showInColumnsTable'),
  };
}
