import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CatalogClient } from '../../connection/catalog-client.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { urnOfType } from '../../arguments/urn-argument.ts';
import { UsageError } from '../../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly service?: true;
  readonly name?: string;
  readonly email?: string;
  readonly description?: string;
}

const CREATE_SERVICE_ACCOUNT = `mutation create($input: CreateServiceAccountInput!) {
  createServiceAccount(input: $input) { urn } }`;

export function createUserCommand(context: CommandContext): Command {
  const command = newCommand('create', 'Create a user without a password, or a service account.', [
    { line: "user create ada@example.com --name 'Ada Lovelace'", does: 'create a user' },
    {
      line: "user create --service --name 'Nightly load'",
      does: 'create a service account; then create an access token for it',
    },
  ])
    .argument('[user]', 'user name or urn; a service account gets a generated one')
    .option('--service', 'create a service account')
    .option('--name <name>', 'display name')
    .option('--email <address>', 'email address of a user')
    .option('--description <text>', 'purpose of a service account');
  return addFormatOption(addConnectionOptions(command)).action((user: string | undefined, flags: Flags) =>
    create(user, flags, context),
  );
}

async function create(user: string | undefined, flags: Flags, context: CommandContext): Promise<void> {
  if ((user === undefined) !== (flags.service === true)) {
    throw new UsageError(
      'Name the user, or use --service for a service account, which gets a generated name.',
    );
  }
  const urn = await withCatalog(flags, context, (client) =>
    user === undefined ? createServiceAccount(client, flags) : createPerson(client, user, flags),
  );
  context.print(flags.format === 'json' ? JSON.stringify({ urn }) : `Created ${urn}.`);
}

async function createPerson(client: CatalogClient, user: string, flags: Flags): Promise<string> {
  const urn = urnOfType('corpuser', user);
  await client.request('POST', '/api/colophon/v1/users', {
    urn,
    displayName: flags.name ?? null,
    email: flags.email ?? null,
  });
  return urn;
}

async function createServiceAccount(client: CatalogClient, flags: Flags): Promise<string> {
  if (flags.name === undefined) throw new UsageError('A service account needs a display name. Add --name.');
  const input = { displayName: flags.name, description: flags.description ?? null };
  const answer = await client.graphql(CREATE_SERVICE_ACCOUNT, { input });
  return asText(asObject(answer['createServiceAccount'], 'createServiceAccount')['urn'], 'urn');
}
