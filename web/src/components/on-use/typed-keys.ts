/** Sets the text of a controlled field as typing does. */
export function enter(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Presses keys one after another, each after the renders that follow from the one before. */
export function pressKeys(target: HTMLElement, [first, ...others]: readonly KeyboardEventInit[]): void {
  if (first === undefined) return;
  for (const type of ['keydown', 'keyup'])
    target.dispatchEvent(new KeyboardEvent(type, { ...first, bubbles: true, cancelable: true }));
  setTimeout(pressKeys, 0, target, others);
}
