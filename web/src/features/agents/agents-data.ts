import { useMutation, useQuery } from '@tanstack/react-query';
import { isObject } from '../../api/is-object.ts';
import { PageError } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';

/** A call of a tool that wrote something, or was refused. */
export interface AgentCall {
  /** Epoch ms. */
  readonly time: number;
  readonly tool: string;
  /** '' if the token has been revoked. */
  readonly tokenName: string;
  /** As the client calls itself; '' if it does not. */
  readonly client: string;
  readonly reason: string;
  /** Privilege that was missing; undefined: it wrote. */
  readonly refusedFor: string | undefined;
  /** Number of the edit that can be undone. */
  readonly edit: number | undefined;
  readonly entities: number;
  readonly urns: readonly string[];
}

/** The latest calls of the person's agents, newest first. */
export const useAgentCalls = () =>
  useQuery({
    queryKey: ['agentCalls'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const answer = await request('/api/colophon/v1/agents/calls', { signal });
      const calls = isObject(answer) && Array.isArray(answer['calls']) ? (answer['calls'] as unknown[]) : [];
      return calls.filter(isObject).map(readCall);
    },
  });

/** Agents call while the page is open. */
const REFRESH_MS = 10_000;

function readCall(call: Readonly<Record<string, unknown>>): AgentCall {
  const textOf = (name: string): string => (typeof call[name] === 'string' ? call[name] : '');
  const numberOf = (name: string): number => (typeof call[name] === 'number' ? call[name] : 0);
  const urns = Array.isArray(call['urns']) ? (call['urns'] as unknown[]) : [];
  return {
    time: numberOf('time'),
    tool: textOf('tool'),
    tokenName: textOf('tokenName'),
    client: textOf('client'),
    reason: textOf('reason'),
    refusedFor: call['refusedFor'] === undefined ? undefined : textOf('refusedFor'),
    edit: numberOf('edit') || undefined,
    entities: numberOf('entities'),
    urns: urns.map(String),
  };
}

/** Lists the tools with a token, as an agent does. The result is their number. */
export const useConnectionTest = () =>
  useMutation({
    mutationFn: async (token: string): Promise<number> => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const answer = await request('/mcp/token', { body, headers: { Authorization: `Bearer ${token}` } });
      const result = isObject(answer) ? answer['result'] : undefined;
      const tools = isObject(result) ? result['tools'] : undefined;
      if (!Array.isArray(tools)) throw new PageError('The server answered, but not with a list of tools.');
      return tools.length;
    },
  });
