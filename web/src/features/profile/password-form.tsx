import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row, Soft } from '../../components/layout/layout.tsx';
import { useChangePassword, useOwnPassword, type OwnPassword } from './profile-data.ts';

/** Section for the person's own password; says so if this server keeps none. */
export function PasswordSection(): ReactNode {
  const { data, error, refetch } = useOwnPassword();
  return (
    <FormSection
      title="Password"
      about={
        data?.isChangeable === true &&
        'A new password signs you out in other browsers. Access tokens stay valid.'
      }
    >
      {error !== null && (
        <LoadProblem error={error} what="change your password" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data?.isChangeable === false && <Soft>You sign in without a password of this server.</Soft>}
      {data?.isChangeable === true && <PasswordForm {...data} />}
    </FormSection>
  );
}

function PasswordForm({ minLength }: OwnPassword): ReactNode {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChangePassword();
  const isShort = password !== '' && password.length < minLength;
  const submit = (): void => {
    if (current === '' || password.length < minLength || change.isPending) return;
    change.mutate(
      { current, password },
      {
        onSuccess: () => {
          setCurrent('');
          setPassword('');
          showToast('Password changed');
        },
      },
    );
  };
  const refused = refusedField(change.error);
  return (
    <>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        problem={refused === 'current' ? 'This is not your current password.' : undefined}
        value={current}
        onChange={(text) => {
          change.reset();
          setCurrent(text);
        }}
        onEnter={submit}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help={`At least ${minLength} characters.`}
        problem={
          isShort || refused === 'password'
            ? `Choose a password of at least ${minLength} characters.`
            : undefined
        }
        value={password}
        onChange={setPassword}
        onEnter={submit}
      />
      {change.error !== null && refused === undefined && <Refusal error={change.error} />}
      <Row>
        <Button
          isDisabled={current === '' || password.length < minLength}
          isPending={change.isPending}
          onPress={submit}
        >
          Change password
        </Button>
      </Row>
    </>
  );
}

function Refusal({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof ApiError) || error.status !== 429) return <ErrorNotice error={error} />;
  return <Notice tone="bad">Too many attempts. Wait five minutes, then try again.</Notice>;
}

function refusedField(error: Error | null): string | undefined {
  return error instanceof ApiError
    ? error.problems.find(({ field }) => field !== undefined)?.field
    : undefined;
}
