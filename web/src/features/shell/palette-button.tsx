import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { setPaletteOpen } from './palette-state.ts';

/** Apple keyboards have a Command key for shortcuts. */
const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Button that opens the command palette. */
export function PaletteButton(): ReactNode {
  return (
    <Button
      look="quiet"
      label={`Command palette, ${IS_MAC ? 'Command' : 'Control'} K`}
      onPress={() => {
        setPaletteOpen(true);
      }}
    >
      <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
    </Button>
  );
}
