import { expect } from 'vitest';
import { aspectPath } from './catalog-client.ts';
import type { TestServer } from './start-server.ts';

/** Shorthand for mutations and queries whose arguments arrive as variables. */
export function callsOf(server: TestServer) {
  /** Calls a field; `args` maps each argument to its type and value: `{ input: ['AddTagsInput!', {...}] }`. */
  const call = async (
    kind: 'query' | 'mutation',
    field: string,
    args: Readonly<Record<string, readonly [type: string, value: unknown]>>,
    selection = '',
    // The shape of an answer is what the tests assert.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ): Promise<any> => {
    const names = Object.keys(args);
    const declared = names.map((name) => `$${name}: ${args[name]?.[0] ?? ''}`).join(', ');
    const passed = names.map((name) => `${name}: $${name}`).join(', ');
    const variables = Object.fromEntries(names.map((name) => [name, args[name]?.[1]]));
    const parentheses = names.length === 0 ? ['', ''] : [`(${declared})`, `(${passed})`];
    return server.graphql(
      `${kind} call${parentheses[0] ?? ''} { ${field}${parentheses[1] ?? ''} ${selection} }`,
      variables,
    );
  };
  return {
    call,
    /** Calls a mutation that takes an input; expects success and gives what it answers. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    mutate: async (field: string, inputType: string, input: unknown, selection = ''): Promise<any> => {
      const { data, errors } = await call('mutation', field, { input: [`${inputType}!`, input] }, selection);
      expect(errors).toBeUndefined();
      return data[field];
    },
    /** The same, expecting that it is refused; gives message and code. */
    refused: async (
      field: string,
      inputType: string,
      input: unknown,
      selection = '',
    ): Promise<{ readonly message: string; readonly code: number }> => {
      const { errors } = await call('mutation', field, { input: [`${inputType}!`, input] }, selection);
      expect(errors).toHaveLength(1);
      return { message: errors[0].message, code: errors[0].extensions.code };
    },
    /** An aspect as it is stored; undefined when there is none. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    stored: async (urn: string, aspectName: string): Promise<any> => {
      const { status, json } = await server.request('GET', aspectPath(urn, aspectName, 'v3'));
      return status === 404 ? undefined : json.value;
    },
  };
}
