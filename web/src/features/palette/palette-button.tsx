import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { useMe } from '../../api/me.ts';
import { recordVisit } from '../../api/visits.ts';
import { Button } from '../../components/controls/button.tsx';
import { urnOfStep } from '../../urls/paths.ts';

const load = async () => ({ default: (await import('./palette.tsx')).Palette });

/** Loaded soon after the page, so that nothing that is typed after its keys is lost. */
const Palette = lazy(load);

/** Time after which the palette is loaded, in ms; the first page comes first. */
const LOAD_AFTER_MS = 1_500;

/** Opens the command palette, as Control-K and Command-K do everywhere, and keeps what is visited for it. */
export function PaletteButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    const timer = setTimeout(() => void load(), LOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
  useVisits();
  return (
    <>
      <Button
        look="quiet"
        label="Command palette, Control K"
        onPress={() => {
          setOpen(true);
        }}
      >
        <kbd>Ctrl K</kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <Palette
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Keeps the entity whose page is shown, once its name is known. */
function useVisits(): void {
  const [path] = useLocation();
  const person = useMe()?.corpUser.urn;
  const step = path.split('/')[2] ?? '';
  const urn = urnOfStep(step);
  const isEntity = urn.startsWith('urn:li:');
  const name = useEntityNames(isEntity ? [urn] : [])(urn);
  useEffect(() => {
    if (isEntity && person !== undefined) recordVisit(person, { urn, name });
  }, [isEntity, person, urn, name]);
}
