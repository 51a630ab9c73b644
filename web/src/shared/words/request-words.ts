import { splitWords } from '../../api/names/split-words.ts';

/** A request in the audit log. */
export interface LoggedRequest {
  /** The API that answered it. */
  readonly protocol: string;
  /** GraphQL root fields, separated by commas, or HTTP method and path pattern. */
  readonly operation: string;
  readonly userAgent: string | null;
}

/** Names of the APIs. */
const APIS: Readonly<Record<string, string>> = {
  graphql: 'GraphQL',
  openapi: 'OpenAPI',
  restli: 'Rest.li',
  colophon: 'Colophon’s REST API',
  agent: 'a tool for agents',
  web: 'the sign-in pages',
};

/** Programs by the beginning of their user agent. */
const CLIENTS: readonly (readonly [RegExp, string])[] = [
  [/^Mozilla\//, 'in the browser'],
  [/^DataHub-Client/i, 'with DataHub’s client'],
  [/^(?:python|aiohttp|httpx)/i, 'with Python'],
  [/^(?:node|undici)/i, 'with Node.js'],
  [/^curl\//, 'with curl'],
  [/^(?:Java|Apache-HttpClient|okhttp)/, 'with Java'],
];

const VERBS: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'send',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'delete',
};

/** Steps of paths that only say which API it is. */
const PREFIX = /^(?:api|colophon|gms|openapi|v\d+)$/;

/** Name of an API, as in the middle of a sentence. */
export function apiName(protocol: string): string {
  return APIS[protocol] ?? 'an API';
}

/** How a request was made: `in the browser`, `through GraphQL`. */
export function meansOf({ protocol, userAgent }: LoggedRequest): string {
  const client = CLIENTS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return client ?? (protocol === 'web' ? 'on the sign-in pages' : `through ${apiName(protocol)}`);
}

/** What a request was for: `list ingestion sources`, `delete tokens`. */
export function requestWords(operation: string): string {
  const [, method, path] = /^([A-Z]+) (\/.*|\(no such path\))$/.exec(operation) ?? [];
  if (method === undefined || path === undefined) {
    return operation
      .split(', ')
      .map((field) => splitWords(field.replace(/^__/, '')))
      .join(', ');
  }
  const steps = path.split('/').filter((step) => /^[A-Za-z]/.test(step) && !PREFIX.test(step));
  const verb = VERBS[method] ?? 'use';
  return steps.length === 0 ? `${verb} a page` : `${verb} ${steps.map(splitWords).join(' ')}`;
}
