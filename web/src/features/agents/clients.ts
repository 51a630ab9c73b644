/** Where a client keeps its servers, and what to write there. */
export interface AgentClient {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** Title of the snippet: a file, or where to run it. */
  readonly place: string;
  /** What else to do. */
  readonly note: string;
  readonly snippet: (connection: Connection) => string;
}

/** What a snippet is made of. */
export interface Connection {
  /** Address of the server, without a trailing slash. */
  readonly server: string;
  readonly token: string;
  readonly mayWrite: boolean;
}

/** Environment variable with the token. */
const VARIABLE = 'COLOPHON_TOKEN';

/** The clients, most used first. */
export const AGENT_CLIENTS: readonly [AgentClient, ...AgentClient[]] = [
  {
    id: 'claude',
    label: 'Claude Code',
    help: 'One command in a terminal',
    place: 'Terminal',
    note: 'Then start Claude Code and ask it something about your data.',
    snippet: ({ server, token }) =>
      `claude mcp add --transport http colophon ${address(server)} --header "Authorization: Bearer ${token}"`,
  },
  {
    id: 'cursor',
    label: 'Cursor',
    help: 'A file in your project',
    place: '.cursor/mcp.json',
    note: `The file can be shared: it has no token. Set the environment variable ${VARIABLE} to yours before you start Cursor.`,
    snippet: ({ server }) =>
      json({
        mcpServers: {
          colophon: {
            url: address(server),
            headers: { Authorization: `Bearer \${env:${VARIABLE}}` },
          },
        },
      }),
  },
  {
    id: 'vscode',
    label: 'VS Code',
    help: 'A file in your project',
    place: '.vscode/mcp.json',
    note: 'The file can be shared: it has no token. VS Code asks you for it at the first start, and keeps it.',
    snippet: ({ server }) =>
      json({
        servers: {
          colophon: {
            type: 'http',
            url: address(server),
            headers: { Authorization: 'Bearer ${input:token}' },
          },
        },
        inputs: [{ id: 'token', type: 'promptString', description: 'Token', password: true }],
      }),
  },
  {
    id: 'codex',
    label: 'Codex',
    help: 'A section of its configuration',
    place: '~/.codex/config.toml',
    note: `Set the environment variable ${VARIABLE} to the token before you start Codex.`,
    snippet: ({ server }) =>
      `[mcp_servers.colophon]\nurl = "${address(server)}"\nbearer_token_env_var = "${VARIABLE}"`,
  },
  {
    id: 'other',
    label: 'Another client',
    help: 'One that starts a process',
    place: 'Configuration of the client',
    note: 'Clients that connect over HTTP need the address, which ends in /mcp/token, and the header Authorization: Bearer with the token.',
    snippet: ({ mayWrite, server, token }) =>
      json({
        command: 'colophon',
        args: mayWrite ? ['mcp', '--write'] : ['mcp'],
        // Where every command finds its server.
        env: { DATAHUB_GMS_URL: server, DATAHUB_GMS_TOKEN: token },
      }),
  },
];

/** Never announces OAuth, for which some clients ignore a configured token. */
function address(server: string): string {
  return `${server}/mcp/token`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
