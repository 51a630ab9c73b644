import { useState, type ReactNode } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { RadioChoice } from '../../components/fields/radio-choice.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { NO_NARROWING, NarrowingFields } from '../../shared/entities/narrowing-fields.tsx';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { DurationField, type Duration } from '../../shared/tokens/duration-field.tsx';
import { entityTypesOf } from '../../shared/tokens/narrowed-types.ts';
import { useCreateToken } from '../../shared/tokens/token-data.ts';
import { AGENT_CLIENTS } from './clients.ts';
import { Snippet } from './snippet.tsx';

const READ = 'read';
const PROPOSE = 'propose';
const ACCESS = [
  { value: READ, label: 'Read only', help: 'Searches and explains; changes nothing.' },
  {
    value: PROPOSE,
    label: 'Read and propose',
    help: 'Each change becomes a proposal. Nothing changes until somebody who may make it approves.',
  },
  {
    value: 'write',
    label: 'Read and write',
    help: 'Changes what you may change. Each change shows a plan first, and can be undone.',
  },
];

/** The steps that connect an agent: choose its client, narrow its token, copy what the client needs. */
export function ConnectForm({ actorUrn }: { readonly actorUrn: string }): ReactNode {
  const [clientId, setClientId] = useState(AGENT_CLIENTS[0].id);
  const client = AGENT_CLIENTS.find(({ id }) => id === clientId) ?? AGENT_CLIENTS[0];
  const create = useCreateToken();
  const catalog = usePrivilegeCatalog();
  const [givenName, setName] = useState<string>();
  const [access, setAccess] = useState(READ);
  const [narrowing, setNarrowing] = useState(NO_NARROWING);
  const [duration, setDuration] = useState<Duration>('ONE_MONTH');
  const name = givenName ?? client.label;
  const token = create.data;
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    const entityTypes = entityTypesOf(narrowing.types, catalog);
    create.mutate({
      type: 'PERSONAL',
      actorUrn,
      duration,
      name: name.trim(),
      ...(access === READ && { readOnly: true }),
      ...(access === PROPOSE && { proposeOnly: true }),
      ...(entityTypes.length > 0 && { entityTypes }),
      ...(narrowing.properties.length > 0 && { properties: [...narrowing.properties] }),
    });
  };
  return (
    <>
      <FormSection title="Client" about="The program in which the agent runs.">
        <RadioChoice
          label="Program"
          choices={AGENT_CLIENTS.map(({ help, id, label }) => ({ value: id, label, help }))}
          value={client.id}
          onChange={setClientId}
        />
      </FormSection>
      {token === undefined ? (
        <FormSection title="Access" about="An agent has your rights. Give it only those that it needs.">
          <TextField
            label="Name of the token"
            help="Where the token will be used."
            value={name}
            onChange={setName}
            isRequired
            onEnter={submit}
          />
          <RadioChoice label="Rights" choices={ACCESS} value={access} onChange={setAccess} />
          <NarrowingFields
            narrowing={narrowing}
            onChange={setNarrowing}
            propertiesHelp="Leave empty for all properties."
          />
          <DurationField duration={duration} onChange={setDuration} />
          <Row>
            <Button
              look="primary"
              isDisabled={name.trim() === ''}
              isPending={create.isPending}
              onPress={submit}
            >
              Create token
            </Button>
          </Row>
          {create.error !== null && <ErrorNotice error={create.error} />}
        </FormSection>
      ) : (
        <Snippet
          client={client}
          connection={{ server: location.origin + BASE_PATH, token, mayWrite: access !== READ }}
          onAgain={() => {
            create.reset();
            setName(undefined);
          }}
        />
      )}
    </>
  );
}
