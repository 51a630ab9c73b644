import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BASE_PATH } from '../../api/base-path.ts';
import { useMe } from '../../api/me.ts';
import { useRenewal } from '../../api/renewal/use-renewal.ts';
import { signOut } from '../../api/session.ts';
import { Row } from '../../components/layout/layout.tsx';
import { TopBar } from '../../components/layout/top-bar.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import { Toasts } from '../../components/feedback/toasts.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useOfferedPages } from '../rights/use-offered-pages.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import { SearchBox } from './search-box.tsx';

/** The shell of every page: a top bar with search, sections and account menu, and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  const sections = useOfferedPages('bar');
  useRenewal();
  return (
    <>
      <TopBar
        home={
          <Link href="/search" aria-label="Colophon, start page">
            <img src={`${BASE_PATH}/assets/colophon.svg`} alt="" width={26} height={26} />
            <span>Colophon</span>
          </Link>
        }
        search={<SearchBox />}
        sections={sections.map(({ path: target, label }) => (
          <Link
            key={target}
            href={target}
            {...(isWithin(path, target) && { 'aria-current': 'page' as const })}
          >
            {label}
          </Link>
        ))}
        account={
          <Row gap={1}>
            <PaletteButton />
            <AccountMenu />
          </Row>
        }
      />
      <main id="content">{children}</main>
      <Toasts>
        <OutdatedNotice />
      </Toasts>
    </>
  );
}

function AccountMenu(): ReactNode {
  const me = useMe();
  const [, navigate] = useLocation();
  const ownPages = useOfferedPages('account');
  // Rendered even before the name is loaded, so that signing out is always possible.
  const name = me?.corpUser.properties?.displayName ?? me?.corpUser.username;
  return (
    <Menu
      label={name === undefined ? 'Account' : `Account: ${name}`}
      look="quiet"
      entries={[
        ...ownPages.map(({ path, label }) => ({
          id: path,
          label,
          onAction: () => {
            navigate(path);
          },
        })),
        {
          id: 'graphiql',
          label: 'GraphiQL',
          onAction: () => {
            location.assign(`${BASE_PATH}/api/graphiql`);
          },
        },
        {
          id: 'api',
          label: 'API browser',
          onAction: () => {
            location.assign(`${BASE_PATH}/openapi/swagger-ui`);
          },
        },
        { id: 'out', label: 'Sign out', onAction: () => void signOut() },
      ]}
    >
      {name ?? 'Account'}
    </Menu>
  );
}

function isWithin(path: string, section: string): boolean {
  return path === section || path.startsWith(`${section}/`);
}
