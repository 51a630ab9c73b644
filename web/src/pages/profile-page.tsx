import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../components/text/name-text.tsx';
import { usePrivileges } from '../api/privileges.ts';
import { ButtonLink } from '../components/controls/button.tsx';
import { LoadProblem } from '../components/feedback/denied.tsx';
import { Skeleton } from '../components/feedback/notices.tsx';
import { FormSection } from '../components/layout/form-section.tsx';
import { Page, Row, Soft } from '../components/layout/layout.tsx';
import { DialogButton } from '../components/overlays/dialog-button.tsx';
import { AboutForm } from '../features/profile/about-form.tsx';
import { AppearanceSection } from '../features/profile/appearance-section.tsx';
import { PasswordSection } from '../features/profile/password-form.tsx';
import { useOwnAccount, type OwnAccount } from '../features/profile/profile-data.ts';
import { DefaultViewSection } from '../features/search/views/default-view-section.tsx';
import { CreateTokenDialog } from '../shared/tokens/create-token-dialog.tsx';
import { TokensTable } from '../shared/tokens/tokens-table.tsx';
import { entityPath } from '../urls/paths.ts';

/** The signed-in person's own profile and settings. */
export function ProfilePage(): ReactNode {
  const { data: account, error, refetch } = useOwnAccount();
  return (
    <Page
      title="Profile"
      lead={
        account && (
          <>
            <NameText>{account.properties?.email ?? account.username}</NameText> ·{' '}
            <Link href={entityPath(account.urn)}>Your page in the catalog</Link>
          </>
        )
      }
    >
      {error !== null && (
        <LoadProblem error={error} what="read your profile" onRetry={() => void refetch()} />
      )}
      {account === undefined && error === null && <Skeleton lines={12} />}
      {account && (
        <div>
          <AboutForm account={account} />
          <PasswordSection />
          <TokensSection account={account} />
          <DefaultViewSection />
          <AppearanceSection />
        </div>
      )}
    </Page>
  );
}

function TokensSection({ account }: { readonly account: OwnAccount }): ReactNode {
  const privileges = usePrivileges();
  const mayCreate = privileges?.has('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS');
  return (
    <FormSection title="Access tokens" about="Programs use tokens to act with all or some of your rights.">
      {mayCreate === undefined && <Skeleton lines={3} />}
      {mayCreate === false && <Soft>You may not create access tokens. An administrator can allow it.</Soft>}
      {mayCreate === true && (
        <>
          <TokensTable actorUrn={account.urn} isInForm />
          <Row>
            <DialogButton
              dialog={(close) => (
                <CreateTokenDialog
                  actor={{ urn: account.urn, name: account.properties?.displayName ?? account.username }}
                  onClose={close}
                />
              )}
            >
              Create token
            </DialogButton>
            <ButtonLink to="/agents">Connect an agent</ButtonLink>
          </Row>
        </>
      )}
    </FormSection>
  );
}
