/** Whether a key is pressed with Ctrl, or with the command key of a Mac. */
export function isWithControl({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return ctrlKey || metaKey;
}
