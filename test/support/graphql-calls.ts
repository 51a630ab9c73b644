import { expect } from 'vitest';
import { aspectPath } from './catalog-client.ts';
import type { TestServer } from './start-server.ts';

/** Shorthand for mutations and queries that pass their arguments as variables. */
export function callsOf(server: TestServer) {
  /** Requests a field; `args` maps each argument to its type and value: `{ input: ['AddTagsInput!', {...}] }`. */
  const call = async (
    kind: 'query' | 'mutation',
    field: string,
    args: Readonly<Record<string, readonly [type: string, value: unknown]>>,
    selection = '',
    // The tests assert the shape of the response.
    // oxlint-disable-next-line typescript/no-explicit-any
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
    /** Runs a mutation with an input; expects success and returns the value of the field. */
    // oxlint-disable-next-line typescript/no-explicit-any
    mutate: async (field: string, inputType: string, input: unknown, selection = ''): Promise<any> => {
      const { data, errors } = await call('mutation', field, { input: [`${inputType}!`, input] }, selection);
      expect(errors).toBeUndefined();
      return data[field];
    },
    /** Runs a mutation with an input; expects one error and returns its message and code. */
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
    /** Value of an aspect from OpenAPI v3; undefined if there is none. */
    // oxlint-disable-next-line typescript/no-explicit-any
    stored: async (urn: string, aspectName: string): Promise<any> => {
      const { status, json } = await server.request('GET', aspectPath(urn, aspectName, 'v3'));
      return status === 404 ? undefined : json.value;
    },
  };
}
