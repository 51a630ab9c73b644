import type { ReactNode } from 'react';
import { ownName, useMe } from '../../api/person/me.ts';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { CreateTokenDialog } from '../../shared/tokens/create-token-dialog.tsx';
import { TokensTable } from '../../shared/tokens/tokens-table.tsx';
import { LIST_STATE } from '../../urls/list-state.ts';
import { useUrlState } from '../../urls/search-state.ts';

/** Access tokens: one's own; with the right to manage tokens, everyone's. */
export function TokensPage(): ReactNode {
  const me = useMe();
  const privileges = usePrivileges();
  const [state, setState] = useUrlState(LIST_STATE);
  const mayCreate = privileges?.has('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS') ?? false;
  const maySeeAll = privileges?.has('MANAGE_ACCESS_TOKENS') ?? false;
  const own = me && <TokensTable actorUrn={me.corpUser.urn} />;
  return (
    <Page
      title="Access tokens"
      lead="Programs use tokens to act with all or some of your rights."
      actions={
        mayCreate && (
          <>
            <ButtonLink to="/agents">Connect an agent</ButtonLink>
            <DialogButton
              look="primary"
              dialog={(close) =>
                me && (
                  <CreateTokenDialog actor={{ urn: me.corpUser.urn, name: ownName(me) }} onClose={close} />
                )
              }
            >
              Create token
            </DialogButton>
          </>
        )
      }
    >
      {(me === undefined || privileges === undefined) && <Skeleton lines={6} />}
      {privileges !== undefined && !mayCreate && (
        <Denied what="create access tokens" needs="Generate Personal Access Tokens" />
      )}
      {mayCreate && !maySeeAll && own}
      {maySeeAll && (
        <Tabs
          label="Whose tokens"
          selected={state.tab === 'all' ? 'all' : 'own'}
          onSelect={(id) => {
            setState({ tab: id === 'all' ? 'all' : '', q: '', start: 0 });
          }}
          tabs={[
            { id: 'own', label: 'Yours', render: () => own },
            { id: 'all', label: 'Everyone’s', render: () => <TokensTable /> },
          ]}
        />
      )}
    </Page>
  );
}
