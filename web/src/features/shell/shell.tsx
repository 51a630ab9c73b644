import { Suspense, lazy, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BASE_PATH } from '../../api/base-path.ts';
import { useRenewal } from '../../api/renewal/use-renewal.ts';
import { useReachability } from '../../api/reachability.ts';
import { useKeptFocus } from '../../components/layout/use-kept-focus.ts';
import { TopBar } from '../../components/layout/top-bar.tsx';
import { Toasts } from '../../components/feedback/toasts.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import { useOfferedPages } from '../../shared/rights/use-offered-pages.ts';
import { sectionOf } from '../../urls/section-of.ts';
import { AccountMenu } from './account-menu.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PaletteOpener } from './palette-opener.tsx';
import { SearchBox } from './search-box.tsx';
import { useVisits } from './use-visits.ts';

/** Without its code, which the server may fail to send, the section has no number. */
const ReviewCount = lazy(async () => ({
  default: (await import('./review-count.tsx').catch(() => undefined))?.ReviewCount ?? (() => null),
}));

/** The shell of every page: a top bar with search, sections and account menu, and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const [path, navigate] = useLocation();
  const sections = useOfferedPages('bar');
  useRenewal();
  useKeptFocus();
  useReachability();
  useVisits();
  return (
    <>
      <TopBar
        home={
          <Link href="/" aria-label="Colophon, start page">
            <img src={`${BASE_PATH}/assets/colophon.svg`} alt="" width={26} height={26} />
            <span>Colophon</span>
          </Link>
        }
        menu={
          <Menu
            label="Sections"
            look="quiet"
            align="start"
            entries={sections.map(({ path: target, label }) => ({
              id: target,
              label,
              onAction: () => {
                navigate(target);
              },
            }))}
          >
            <Icon name="menu" />
          </Menu>
        }
        sections={sections.map(({ path: target, label }) => (
          <Link
            key={target}
            href={target}
            {...(sectionOf(path) === target && {
              'aria-current': path === target ? ('page' as const) : true,
            })}
          >
            {label}
            {target === '/proposals' && (
              <Suspense>
                <ReviewCount />
              </Suspense>
            )}
          </Link>
        ))}
        // The start page has a larger one.
        search={path !== '/' && <SearchBox after={<PaletteButton />} />}
        account={<AccountMenu />}
      />
      <main id="content">{children}</main>
      <PaletteOpener />
      <Toasts>
        <OutdatedNotice />
      </Toasts>
    </>
  );
}
