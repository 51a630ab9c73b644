import type { ReactNode } from 'react';
import { useMe } from '../../api/person/me.ts';
import { usePrivileges } from '../../api/privileges.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { AgentCalls } from '../../features/agents/agent-calls.tsx';
import { ConnectForm } from '../../features/agents/connect-form.tsx';
import { EditUndo } from '../../features/bulk-edit/edit-undo.tsx';
import { TokensTable } from '../../shared/tokens/tokens-table.tsx';

/** Connects an agent, and shows what the person's agents have changed. */
export function AgentsPage(): ReactNode {
  const me = useMe();
  const mayCreate = usePrivileges()?.has('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS');
  return (
    <Page
      title="Connect an agent"
      lead="Agents find, explain and describe your data with tools, over the Model Context Protocol (MCP)."
      actions={<ButtonLink to="/docs/agents">Documentation</ButtonLink>}
    >
      {(me === undefined || mayCreate === undefined) && <Skeleton lines={12} />}
      {mayCreate === false && <Denied what="create access tokens" needs="Generate Personal Access Tokens" />}
      {me !== undefined && mayCreate === true && <ConnectForm actorUrn={me.corpUser.urn} />}
      {me !== undefined && mayCreate !== undefined && (
        <FormSection title="Last calls" about="What your agents changed. Reads are not listed.">
          <AgentCalls renderUndo={(edit) => <UndoEdit edit={edit} />} />
        </FormSection>
      )}
      {me !== undefined && mayCreate === true && (
        <FormSection title="Your tokens" about="Revoke a token to stop its agent at once.">
          <TokensTable actorUrn={me.corpUser.urn} isInForm />
        </FormSection>
      )}
    </Page>
  );
}

function UndoEdit({ edit }: { readonly edit: number }): ReactNode {
  return (
    <DialogButton
      look="quiet"
      dialog={(close) => (
        <Dialog
          title={`Undo edit ${String(edit)}`}
          isOpen
          size="large"
          onClose={close}
          actions={<Button onPress={close}>Close</Button>}
        >
          <EditUndo id={edit} />
        </Dialog>
      )}
    >
      Undo
    </DialogButton>
  );
}
