import type { ReactNode } from 'react';
import { HistoryTab } from '../../features/history/history-tab.tsx';
import { PartPage } from './part-page.tsx';

/** The history of an entity, on a page of its own. */
export function HistoryPage(): ReactNode {
  return <PartPage isWide={false} title="History" part={HistoryTab} />;
}
