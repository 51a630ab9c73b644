import type { TestServer } from '../../support/start-server.ts';

/** What these tests use of the official client. */
export interface OfficialClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getNegotiatedProtocolVersion(): string | undefined;
  getServerVersion(): { readonly name: string } | undefined;
  getInstructions(): string | undefined;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readResource(asked: {
    readonly uri: string;
  }): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  setNotificationHandler(method: string, handle: (notification: object) => void): void;
  listen(filter: object): Promise<{ close(): Promise<void> }>;
  listTools(): Promise<{
    readonly tools: readonly { readonly annotations?: { readonly readOnlyHint?: boolean } }[];
  }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<{
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly content: unknown;
  }>;
}

/** Loaded by its name at run time, so that only these tests need the package. */
const PACKAGE: string = '@modelcontextprotocol/client';
const { Client, StreamableHTTPClientTransport } = (await import(PACKAGE)) as {
  readonly Client: new (info: object, options: object) => OfficialClient;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
};

/** A connected client with the token of the server. */
export async function connected(
  { token, url }: Pick<TestServer, 'token' | 'url'>,
  mode: 'legacy' | 'auto',
  path = '/mcp',
): Promise<OfficialClient> {
  const client = new Client({ name: 'official', version: '2' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit }));
  return client;
}
