/** The settings of a structured property: flags that default to false. */
export const PROPERTY_SETTINGS = [
  'isHidden',
  'showInSearchFilters',
  'showInAssetSummary',
  'hideInAssetSummaryWhenEmpty',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** Settings in GraphQL's form; undefined and null leave a setting unchanged. */
export type SettingsInput = Readonly<Partial<Record<(typeof PROPERTY_SETTINGS)[number], boolean | null>>>;
