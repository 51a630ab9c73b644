import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { Button } from '../../components/controls/button.tsx';
import { counted } from '../../components/counted.ts';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row, Soft } from '../../components/layout/layout.tsx';
import { useConnectionTest } from './agents-data.ts';
import type { AgentClient, Connection } from './clients.ts';

/** What the client needs, with the new token, and a test of both. */
export function Snippet({
  client,
  connection,
  onAgain,
}: {
  readonly client: AgentClient;
  readonly connection: Connection;
  readonly onAgain: () => void;
}): ReactNode {
  const test = useConnectionTest();
  return (
    <FormSection title="Connection" about={`What ${client.label} needs.`}>
      <Notice tone="warn">Copy the token now. It cannot be shown again.</Notice>
      <CopyField label="Token" value={connection.token} />
      <CodeBlock title={client.place} text={client.snippet(connection)} />
      <Soft>{client.note}</Soft>
      <Row>
        <Button
          isPending={test.isPending}
          onPress={() => {
            test.mutate(connection.token);
          }}
        >
          Test the connection
        </Button>
        <Button look="quiet" onPress={onAgain}>
          Create another token
        </Button>
      </Row>
      {test.data !== undefined && (
        <Notice tone="good">Connected. The agent has {counted(test.data, 'tool')}.</Notice>
      )}
      {test.error !== null && <ErrorNotice error={test.error} />}
    </FormSection>
  );
}
