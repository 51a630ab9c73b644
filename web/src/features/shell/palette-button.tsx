import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useAreNamed, useEntityNames } from '../../api/names/entity-names.ts';
import { useMe } from '../../api/person/me.ts';
import { removeVisit, recordVisit } from '../../api/person/visits.ts';
import { Button } from '../../components/controls/button.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { urnOfStep } from '../../urls/paths.ts';

const load = async () => (await import('./palette.tsx')).Palette;

/** Apple keyboards have a Command key for shortcuts. */
const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Delay before the palette is preloaded, in ms, so that the first page loads first. */
const LOAD_AFTER_MS = 1_500;

/** Button that opens the command palette, like Ctrl+K and Cmd+K anywhere; also records visits for it. */
export function PaletteButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const close = (): void => {
    setOpen(false);
    setText('');
  };
  useEarlyKeys(isOpen, setText);
  const [Palette, setPalette] = useState<Awaited<ReturnType<typeof load>>>();
  useEffect(() => {
    if (!isOpen) return;
    load().then(
      (loaded) => {
        setPalette(() => loaded);
      },
      () => {
        setOpen(false);
        setText('');
        showToast('The command palette could not be loaded: the server did not respond. Try again later.');
      },
    );
  }, [isOpen]);
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
    // Opening the palette reports the failure.
    const timer = setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS);
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
        label={`Command palette, ${IS_MAC ? 'Command' : 'Control'} K`}
        onPress={() => {
          setOpen(true);
        }}
      >
        <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && Palette && <Palette text={text} onText={setText} onClose={close} />}
    </>
  );
}

/** Collects what is typed while the palette loads and has no field yet. */
function useEarlyKeys(isOpen: boolean, setText: (change: (text: string) => string) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof Element && target.closest('[role=dialog] input')) return;
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      setText((text) => text + event.key);
    };
    addEventListener('keydown', onKeyDown, true);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [isOpen, setText]);
}

/** Records a visit of the current entity once it and its name are loaded, and removes that of one that no longer exists. */
function useVisits(): void {
  const [path] = useLocation();
  const person = useMe()?.corpUser.urn;
  const step = path.split('/')[2] ?? '';
  const urn = urnOfStep(step);
  const isEntity = urn.startsWith('urn:li:');
  const isNamed = useAreNamed(isEntity ? [urn] : []);
  const name = useEntityNames(isEntity ? [urn] : [])(urn);
  const cache = useQueryClient().getQueryCache();
  // The page loads the entity; null: there is none. A column may exist without an entity of its own.
  const isColumn = urn.startsWith('urn:li:schemaField:');
  const isMissing = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => !isColumn && cache.find({ queryKey: ['entity', urn] })?.state.data === null,
  );
  useEffect(() => {
    if (!isEntity || person === undefined) return;
    if (isMissing) removeVisit(person, urn);
    else if (isNamed) recordVisit(person, { urn, name });
  }, [isEntity, isMissing, isNamed, person, urn, name]);
}
