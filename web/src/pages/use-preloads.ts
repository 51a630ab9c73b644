import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BASE_PATH } from '../api/base-path.ts';
import { loadControls } from '../components/on-use/code-on-use.ts';
import { entityPath } from '../urls/paths.ts';
import { preloadPage } from './pages.ts';
import { prefetchPage } from './prefetch-page.ts';

/** Time for the first page to load its own code and data, in ms. */
const FIRST_PAGE_MS = 1_000;
/** Any address of the page that most people open next. */
const NEXT_PAGE = entityPath('urn:li:dataset:next');

/**
 * Loads code and data before they are used: the code of controls and of an asset's page once the first page is shown, the code
 * of each page when a link to it is under the pointer or has the focus, and its data when the link is pressed, before it is
 * released.
 */
export function usePreloads(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      loadControls();
      preloadPage(NEXT_PAGE);
    }, FIRST_PAGE_MS);
    const preloadLinked = ({ target }: Event): void => {
      const path = linkedPath(target);
      if (path !== undefined) preloadPage(path);
    };
    const prefetchLinked = ({ target }: Event): void => {
      const path = linkedPath(target);
      if (path !== undefined) prefetchPage(client, path);
    };
    document.addEventListener('pointerover', preloadLinked);
    document.addEventListener('focusin', preloadLinked);
    document.addEventListener('pointerdown', prefetchLinked);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', preloadLinked);
      document.removeEventListener('focusin', preloadLinked);
      document.removeEventListener('pointerdown', prefetchLinked);
    };
  }, [client]);
}

/** Path of the page that the link around an element leads to; undefined outside of links, and for other sites. */
function linkedPath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== location.origin || !link.pathname.startsWith(`${BASE_PATH}/`)) return undefined;
  return link.pathname.slice(BASE_PATH.length);
}
