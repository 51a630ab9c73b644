import { createElement, useEffect, type ReactNode } from 'react';
import { CodeOnUse, useCode } from '../../components/on-use/code-on-use.ts';
import { useHeldKeys } from '../../components/on-use/held-keys.ts';
import { setPaletteOpen, useIsPaletteOpen } from './palette-state.ts';

const code = new CodeOnUse(async () => (await import('./palette.tsx')).Palette);

/** The command palette while it is open; Ctrl+K and Cmd+K open it anywhere. */
export function PaletteOpener(): ReactNode {
  const isOpen = useIsPaletteOpen();
  const palette = useCode(code, isOpen || undefined, close);
  useHeldKeys(isOpen && palette === undefined, close);
  useEffect(() => {
    addEventListener('keydown', openOnShortcut);
    return () => removeEventListener('keydown', openOnShortcut);
  }, []);
  return isOpen && palette !== undefined ? createElement(palette, { onClose: close }) : null;
}

function close(): void {
  setPaletteOpen(false);
}

function openOnShortcut(event: KeyboardEvent): void {
  const { altKey, ctrlKey, key, metaKey, shiftKey } = event;
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  event.preventDefault();
  setPaletteOpen(true);
}
