/** Colours of values, by name. */
export const VALUE_COLORS = ['RED', 'ORANGE', 'YELLOW', 'GREEN', 'TEAL', 'BLUE', 'PURPLE', 'GRAY'] as const;

/** Members of the aspect `structuredPropertyDisplay`, by their keys in definition files. */
export const DISPLAY_KEYS = {
  group: 'group',
  order: 'order',
  unit: 'unit',
  value_colors: 'valueColors',
} as const;

/** Maximum length of a group and of a unit, in UTF-16 units. */
export const LONGEST_LABEL = { group: 100, unit: 40 } as const;
