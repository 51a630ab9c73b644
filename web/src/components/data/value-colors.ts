/** Colors that a definition can give its values, with their names. */
export const VALUE_COLORS = [
  { value: 'RED', label: 'Red' },
  { value: 'ORANGE', label: 'Orange' },
  { value: 'YELLOW', label: 'Yellow' },
  { value: 'GREEN', label: 'Green' },
  { value: 'TEAL', label: 'Teal' },
  { value: 'BLUE', label: 'Blue' },
  { value: 'PURPLE', label: 'Purple' },
  { value: 'GRAY', label: 'Gray' },
] as const;

export type ValueColor = (typeof VALUE_COLORS)[number]['value'];

/** The color with this name; undefined if there is none. */
export function valueColor(name: unknown): ValueColor | undefined {
  return VALUE_COLORS.find(({ value }) => value === name)?.value;
}
