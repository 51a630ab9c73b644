import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BASE_PATH } from '../../api/base-path.ts';
import { useMe } from '../../api/me.ts';
import { signOut } from '../../api/session.ts';
import { Row } from '../../components/layout/layout.tsx';
import { TopBar } from '../../components/layout/top-bar.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import { Toasts } from '../../components/feedback/toasts.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { SearchBox } from './search-box.tsx';

/** The pages that the bar at the top leads to. */
const SECTIONS = [
  { path: '/search', label: 'Search' },
  { path: '/properties', label: 'Properties' },
  { path: '/browse', label: 'Browse' },
  { path: '/people', label: 'People' },
  { path: '/operations', label: 'Operations' },
] as const;

/** The frame of every page: a bar with search, sections and the person's menu, and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // A screen reader begins with the new page; the first page keeps the focus that the browser gave it.
    if (shown.current !== path) main.current?.querySelector('h1')?.focus();
    shown.current = path;
  }, [path]);
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
        sections={SECTIONS.map(({ path: target, label }) => (
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
      <main id="content" ref={main}>
        {children}
      </main>
      <Toasts />
    </>
  );
}

function AccountMenu(): ReactNode {
  const me = useMe();
  const [, navigate] = useLocation();
  const name = me?.corpUser.properties?.displayName ?? me?.corpUser.username ?? '';
  return (
    <Menu
      label={`Account of ${name}`}
      look="quiet"
      entries={[
        {
          id: 'tokens',
          label: 'Access tokens',
          onAction: () => {
            navigate('/tokens');
          },
        },
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
      {name}
    </Menu>
  );
}

function isWithin(path: string, section: string): boolean {
  return path === section || path.startsWith(`${section}/`);
}
