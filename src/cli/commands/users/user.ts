import type { Command } from 'commander';
import { newCommand } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { createUserCommand } from './user-create.ts';
import { inviteCommand, resetCommand } from './user-links.ts';
import { listUsersCommand } from './user-list.ts';
import { removePasswordCommand, setPasswordCommand } from './user-password.ts';
import { activateCommand, removeUserCommand, suspendCommand } from './user-status.ts';

/** `colophon user`: users and service accounts. */
export function userCommand(context: CommandContext): Command {
  return newCommand('user', 'Create, list, invite, suspend and remove users, and set passwords.', [
    { line: 'user set-password datahub --data ./colophon-data', does: 'let the root user log in' },
    { line: 'user invite', does: 'print a sign-up link' },
    { line: "user create --service --name 'Nightly load'", does: 'create a service account' },
  ])
    .addCommand(createUserCommand(context))
    .addCommand(listUsersCommand(context))
    .addCommand(suspendCommand(context))
    .addCommand(activateCommand(context))
    .addCommand(removeUserCommand(context))
    .addCommand(setPasswordCommand(context))
    .addCommand(removePasswordCommand(context))
    .addCommand(inviteCommand(context))
    .addCommand(resetCommand(context));
}
