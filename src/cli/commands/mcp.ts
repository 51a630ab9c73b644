import type { Command } from 'commander';
import { AgentBridge } from '../agents/agent-bridge.ts';
import { asGiven, narrowed } from '../agents/agent-token.ts';
import { addConnectionOptions, newCommand } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withAddress, type ConnectionFlags } from '../connection/connect.ts';
import { untilStopped } from '../until-stopped.ts';

interface Flags extends ConnectionFlags {
  readonly write?: boolean;
}

/** `colophon mcp`: passes messages of an agent from standard input to the server, and answers to standard output. */
export function mcpCommand(context: CommandContext): Command {
  const command = newCommand(
    'mcp',
    'Connect an agent over standard input and output (Model Context Protocol).',
    [
      { line: 'mcp', does: 'connect an agent to the configured server, to read only' },
      { line: 'mcp --write', does: 'with all rights of the access token' },
    ],
  ).option('--write', 'use the access token as it is, instead of a read-only one for 12 hours');
  return addConnectionOptions(command).action((flags: Flags) => mcp(flags, context));
}

async function mcp(flags: Flags, context: CommandContext): Promise<void> {
  await withAddress(flags, context, async (find) => {
    const connect = async (): ReturnType<typeof narrowed> =>
      flags.write === true ? asGiven(await find()) : narrowed(await find());
    const { inputLines, notify, print } = context;
    const bridge = new AgentBridge({ connect, print, notify });
    const stopping = new AbortController();
    void untilStopped().then(() => stopping.abort());
    for await (const line of inputLines(stopping.signal)) bridge.receive(line);
    await bridge.end();
  });
}
