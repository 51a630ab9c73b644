import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  APPEARANCES,
  APPEARANCE_LABELS,
  chooseAppearance,
  useAppearance,
} from '../../api/person/appearance.ts';
import { BASE_PATH } from '../../api/base-path.ts';
import { ownName, useMe } from '../../api/person/me.ts';
import { signOut } from '../../api/session.ts';
import { Avatar } from '../../components/icons/avatar.tsx';
import { Icon, type IconName } from '../../components/icons/icon.tsx';
import type { MenuEntry, MenuGroup } from '../../components/overlays/menu-entries.ts';
import { Menu } from '../../components/overlays/menu.tsx';
import { useOfferedPages } from '../../shared/rights/use-offered-pages.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));
const AboutDialog = lazy(async () => ({ default: (await import('./about-dialog.tsx')).AboutDialog }));

/** Icons of the person's own pages, by path. */
const PAGE_ICONS: Readonly<Record<string, IconName>> = {
  '/profile': 'person',
  '/bin': 'bin',
  '/edits': 'edit',
  '/import': 'upload',
  '/tokens': 'key',
  '/webhooks': 'webhook',
};

/** The menu of the signed-in person: own pages, appearance, help, and the way out. `?` opens the keyboard shortcuts. */
export function AccountMenu(): ReactNode {
  const me = useMe();
  const [open, setOpen] = useState<'shortcuts' | 'about'>();
  useQuestionMark(() => setOpen('shortcuts'));
  const groups = useMenuGroups(setOpen);
  // The menu is there without the name, too: it leads out.
  const name = me && ownName(me);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu label={name === undefined ? 'Account' : `Account: ${name}`} look="bare" groups={groups}>
        {name === undefined ? (
          <Icon name="account" />
        ) : (
          <Avatar name={name} picture={me?.corpUser.editableProperties?.pictureLink} />
        )}
      </Menu>
      <Suspense fallback={null}>
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        {open === 'about' && <AboutDialog onClose={close} />}
      </Suspense>
    </>
  );
}

function useMenuGroups(open: (dialog: 'shortcuts' | 'about') => void): readonly MenuGroup[] {
  const [, navigate] = useLocation();
  const appearance = useAppearance();
  const ownPages = useOfferedPages('account');
  return [
    {
      label: 'Yours',
      entries: ownPages.map(({ path, label }) => ({
        id: path,
        label,
        icon: PAGE_ICONS[path] ?? 'document',
        onAction: () => navigate(path),
      })),
    },
    {
      label: 'Appearance',
      isLabelShown: true,
      selected: appearance,
      entries: APPEARANCES.map((id) => ({
        id,
        label: APPEARANCE_LABELS[id],
        icon: id,
        onAction: () => chooseAppearance(id),
      })),
    },
    {
      label: 'Help',
      entries: [
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          icon: 'keyboard',
          onAction: () => open('shortcuts'),
        },
        { id: 'docs', label: 'Documentation', icon: 'document', onAction: () => navigate('/docs') },
        address('graphiql', 'GraphiQL', '/api/graphiql'),
        address('api', 'API browser', '/openapi/swagger-ui'),
        { id: 'about', label: 'About Colophon', icon: 'help', onAction: () => open('about') },
      ],
    },
    {
      label: 'Session',
      entries: [{ id: 'out', label: 'Sign out', icon: 'leave', onAction: () => void signOut() }],
    },
  ];
}

/** An entry that leads out of these pages. */
function address(id: string, label: string, path: string): MenuEntry {
  return {
    id,
    label,
    icon: 'open',
    onAction: () => location.assign(BASE_PATH + path),
  };
}

/** Calls `open` when a person types `?` outside of fields. */
function useQuestionMark(open: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const isTyped =
        target instanceof Element &&
        target.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (key === '?' && !ctrlKey && !metaKey && !altKey && !isTyped) open();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  });
}
