/** The display settings of a property, as in the aspect. */
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
  /** A mark in lists. */
  readonly badge: string;
  readonly help: string;
}

/** All display settings, in the order in which they are offered. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'showInSearchFilters',
    key: 'show_in_search_filters',
    label: 'Filter in search',
    badge: 'Filter',
    help: 'People can narrow a search by its values.',
  },
  {
    name: 'showInAssetSummary',
    key: 'show_in_asset_summary',
    label: 'Summary of an asset',
    badge: 'Summary',
    help: 'Shown beside the asset, not only among its properties.',
  },
  {
    name: 'hideInAssetSummaryWhenEmpty',
    key: 'hide_in_asset_summary_when_empty',
    label: 'Only if it has a value',
    badge: 'Summary if set',
    help: 'Leaves it out of the summary of assets without a value. Has no effect without the summary.',
  },
  {
    name: 'showAsAssetBadge',
    key: 'show_as_asset_badge',
    label: 'Badge beside the name',
    badge: 'Badge',
    help: 'Shown wherever the asset is listed. Only one property of the catalog can be the badge.',
  },
  {
    name: 'showInColumnsTable',
    key: 'show_in_columns_table',
    label: 'Column of the schema table',
    badge: 'Column',
    help: 'The table of columns of a dataset shows its values.',
  },
  {
    name: 'isHidden',
    key: 'is_hidden',
    label: 'Hidden',
    badge: 'Hidden',
    help: 'Not shown anywhere; programs still read and write it. Excludes every place above.',
  },
];

/** Settings of a stored aspect; those that are absent are off. */
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
