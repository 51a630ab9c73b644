import type { ReactNode } from 'react';
import { Badge } from '../../../components/text/badge.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { SETTINGS, type Settings } from './settings.ts';

/** Badges of the active display settings. */
export function SettingBadges({ settings }: { readonly settings: Settings }): ReactNode {
  const shown = SETTINGS.filter(({ name }) => settings[name]);
  if (shown.length === 0) return null;
  return (
    <Row gap={1}>
      {shown.map(({ name, badge }) => (
        <Badge
          key={name}
          tone={name === 'isHidden' ? 'warn' : name === 'showAsAssetBadge' ? 'accent' : 'plain'}
        >
          {badge}
        </Badge>
      ))}
    </Row>
  );
}
