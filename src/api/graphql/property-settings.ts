/** The settings of a structured property: each is a flag that is false unless it has been set. */
export const PROPERTY_SETTINGS = [
  'isHidden',
  'showInSearchFilters',
  'showInAssetSummary',
  'hideInAssetSummaryWhenEmpty',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** Settings as a client gives them; what is left out or null is not to change. */
export type SettingsInput = Readonly<Partial<Record<(typeof PROPERTY_SETTINGS)[number], boolean | null>>>;
