import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Block, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { Ago } from '../../components/text/ago.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { useIsPageShown } from '../../components/use-is-page-shown.ts';
import { proposalsQuery, titleInList } from '../../shared/proposals/proposals.ts';
import { proposalPath } from '../../urls/paths.ts';
import { StateBadge } from './proposal-state.tsx';

/** Proposals shown. */
const SHOWN = 3;

/** A block with the state of the person's newest proposals; nothing without any. */
export function OwnProposals(): ReactNode {
  const isShown = useIsPageShown();
  const { data } = useQuery({ ...proposalsQuery({ of: 'me', count: SHOWN }), enabled: isShown });
  if (data === undefined || data.total === 0) return null;
  return (
    <Block
      title="Your proposals"
      action={data.total > SHOWN && <Link href="/proposals?for=me&state=ANY">All</Link>}
    >
      <BlockRows>
        {data.proposals.map(({ createdAt, decidedAt, id, state, title }) => (
          <BlockRow
            key={id}
            to={proposalPath(id)}
            below={<Ago time={decidedAt ?? createdAt} />}
            note={<StateBadge state={state} />}
          >
            <NameText>{titleInList({ title })}</NameText>
          </BlockRow>
        ))}
      </BlockRows>
    </Block>
  );
}
