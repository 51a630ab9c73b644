import {
  addresses,
  anyText,
  byteSize,
  duration,
  flag,
  folder,
  folders,
  indexPrefix,
  oneOf,
  pattern,
  serviceAddress,
  share,
  text,
  webAddress,
  wholeNumber,
} from './option-types.ts';
import type { OptionType } from './option-types.ts';

/** One thing that the operator may choose. */
export interface Option<T> {
  readonly type: OptionType<T>;
  readonly default: T;
  readonly help: string;
  /** Environment variables of DataHub that are accepted too. */
  readonly alsoEnvironment?: readonly string[];
}

/** Options by name, in groups. */
export interface OptionGroup {
  readonly [name: string]: Option<unknown> | OptionGroup;
}

/**
 * Everything that can be chosen, once: flag, environment variable, member of the configuration file, help text,
 * reference page and the type of the loaded configuration all follow from this table.
 */
export const OPTIONS = {
  data: option(
    folder,
    './colophon-data',
    'Folder that holds everything the catalog keeps; of a process with a store elsewhere, its search index.',
  ),
  store: option(
    serviceAddress('postgres://user:password@host/database', 'postgres', 'postgresql'),
    '',
    'PostgreSQL database that any number of processes share; better set as a variable than as a flag. Empty: SQLite in the data folder.',
  ),
  storeConnections: option(
    wholeNumber(1, 1_000),
    10,
    'Most connections of this process that read from PostgreSQL; three more write, listen and keep leases.',
  ),
  search: option(
    serviceAddress('https://user:password@host:9200', 'http', 'https'),
    '',
    'OpenSearch that any number of processes share; better set as a variable than as a flag. Empty: an index in the data folder.',
  ),
  searchPrefix: option(
    indexPrefix,
    'colophon_',
    'Begins the names of the indexes in OpenSearch; another one for each catalog.',
  ),
  searchShards: option(wholeNumber(1, 1_000), 1, 'Shards of each index that is made in OpenSearch.'),
  searchImmediate: option(
    flag,
    false,
    'Answer a write only when OpenSearch finds it, for clients that read at once what they have written; small writes then take about ten times as long.',
  ),
  memory: option(flag, false, 'Keep nothing: the catalog lives in memory and ends with the process.'),
  host: option(
    text,
    '127.0.0.1',
    'Address to listen on. Another one than 127.0.0.1 opens the server to the network.',
  ),
  port: option(wholeNumber(0, 65535), 8080, 'Port to listen on; 0 takes any free one.'),
  frontendPort: option(
    wholeNumber(0, 65535),
    0,
    "Second port to listen on, for clients that look for DataHub's web frontend there (9002); 0 is none.",
  ),
  publicUrl: option(
    webAddress('https://catalog.example.com'),
    '',
    'Address at which browsers reach the server, if it is behind a proxy; single sign-on needs it.',
    ['AUTH_OIDC_BASE_URL'],
  ),
  trustedProxies: option(
    addresses,
    [],
    'Addresses or networks of proxies whose header X-Forwarded-For tells where a request came from.',
  ),
  stopDelay: option(
    duration(0, 600_000),
    0,
    'How long the server goes on answering after SIGTERM while it says that it is not ready, for load balancers to notice.',
  ),
  json: option(
    flag,
    false,
    'When the server is ready, print one line {"url", "token"} with a root token that lives as long as the process.',
  ),
  registry: option(folders, [], 'Folders of files that add entity types and aspects to the metadata model.'),
  logLevel: option(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least important message that is logged.',
  ),
  logRequests: option(
    oneOf('none', 'failed', 'all'),
    'failed',
    'Which requests are logged when they have been answered: those that the server failed to answer, or all but health checks.',
  ),
  tracing: {
    endpoint: option(
      webAddress('http://collector:4318'),
      '',
      'OpenTelemetry collector to which traces are sent as OTLP over HTTP. Empty: no traces are recorded.',
      ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    ),
    sample: option(
      share,
      1,
      'Share of the traces that are recorded, unless the caller says whether its own is.',
      ['OTEL_TRACES_SAMPLER_ARG'],
    ),
  },
  login: {
    passwords: option(flag, true, 'Whether people may log in with a password, sign up and reset it.', [
      'AUTH_NATIVE_ENABLED',
    ]),
    minPasswordLength: option(
      wholeNumber(1, 1024),
      8,
      'Shortest password, in characters, that people may choose.',
    ),
    rootPassword: option(
      anyText,
      '',
      "Password that the root user 'datahub' gets at a start at which it has none; better set as a variable than as a flag.",
    ),
    sessionDuration: option(
      duration(60_000, 8_760 * 3_600_000),
      86_400_000,
      'How long a browser stays logged in.',
    ),
  },
  oidc: {
    issuer: option(
      webAddress('https://login.example.com'),
      '',
      'Issuer of the OpenID Connect service that people log in with, or its discovery document; empty: none.',
      ['AUTH_OIDC_DISCOVERY_URI'],
    ),
    clientId: option(anyText, '', 'Name by which that service knows this server.', ['AUTH_OIDC_CLIENT_ID']),
    clientSecret: option(
      anyText,
      '',
      'Secret by which that service recognises this server; better set as a variable than as a flag.',
      ['AUTH_OIDC_CLIENT_SECRET'],
    ),
    scope: option(text, 'openid profile email', 'What that service is asked for.', ['AUTH_OIDC_SCOPE']),
    userNameClaim: option(
      text,
      'email',
      'Claim that holds the user name; nobody may be able to choose its value for themselves.',
      ['AUTH_OIDC_USER_NAME_CLAIM'],
    ),
    userNamePattern: option(
      pattern,
      '(.*)',
      'Regular expression whose first group takes the user name out of the claim.',
      ['AUTH_OIDC_USER_NAME_CLAIM_REGEX'],
    ),
    createUsers: option(
      flag,
      true,
      'Whether whom nobody has made a user becomes one by logging in with that service.',
      ['AUTH_OIDC_JIT_PROVISIONING_ENABLED'],
    ),
    extractGroups: option(
      flag,
      false,
      'Whether the groups that the service names replace those of an earlier login, and are made where they do not exist.',
      ['AUTH_OIDC_EXTRACT_GROUPS_ENABLED'],
    ),
    groupsClaim: option(text, 'groups', 'Claim that holds the names of the groups.', [
      'AUTH_OIDC_GROUPS_CLAIM',
    ]),
  },
  limits: {
    bodyBytes: option(
      byteSize(1024, 1024 ** 3),
      16 * 1024 ** 2,
      'Largest request body; beyond it the answer is 413.',
    ),
    headerBytes: option(
      byteSize(4096, 1024 ** 2),
      64 * 1024,
      'Longest request line with all headers; beyond it the answer is 431.',
    ),
    pageSize: option(
      wholeNumber(1, 10_000),
      10_000,
      'Most entities on one page of a search or a list, and most urns that one question may name.',
    ),
    connections: option(
      wholeNumber(1, 1_000_000),
      2_000,
      'Most open connections; further ones are closed as they come.',
    ),
    headersTimeout: option(
      duration(100, 3_600_000),
      20_000,
      'Longest time in which a client must have sent the headers of a request.',
    ),
    requestTimeout: option(
      duration(100, 3_600_000),
      60_000,
      'Longest time in which a client must have sent a whole request; beyond it the answer is 408.',
    ),
    answerTimeout: option(
      duration(100, 24 * 3_600_000),
      120_000,
      'Longest time in which a request must be answered; beyond it the answer is 504.',
    ),
    sendTimeout: option(
      duration(100, 3_600_000),
      60_000,
      'Longest time in which a client must have read an answer, and a second more for every 16 KiB of it.',
    ),
    requestsPerSecond: option(
      wholeNumber(0, 1_000_000),
      0,
      'Most requests a second of one actor, as an average of ten seconds; beyond it the answer is 429. 0 is any number.',
    ),
    refusalsPerSecond: option(
      wholeNumber(1, 1_000_000),
      100,
      'Most requests without a good token a second from one address, as an average of ten seconds; beyond it the answer is 429.',
    ),
    graphql: {
      depth: option(
        wholeNumber(1, 1000),
        30,
        'Deepest nesting of a GraphQL document; introspection needs 15.',
      ),
      aliases: option(wholeNumber(0, 100_000), 500, 'Most aliases in a GraphQL document.'),
      tokens: option(wholeNumber(10, 1_000_000), 20_000, 'Most tokens in a GraphQL document.'),
      cost: option(
        wholeNumber(100, 1_000_000_000),
        5_000_000,
        'Most fields that the answer to a GraphQL document may hold, as far as its page sizes tell.',
      ),
      timeout: option(
        duration(10, 3_600_000),
        60_000,
        'Longest time in which a GraphQL request must be answered.',
      ),
    },
  },
  secrets: {
    key: option(
      anyText,
      '',
      'Text that secrets and connections are encrypted with; better set as a variable than as a flag. Empty: a key that is made at the first use and kept in secrets.key of the data folder.',
      ['SECRET_SERVICE_ENCRYPTION_KEY'],
    ),
  },
  audit: {
    keepFor: option(
      duration(60_000, 100 * 365 * 86_400_000),
      365 * 86_400_000,
      'Longest time for which the audit log is kept.',
    ),
    keepEvents: option(wholeNumber(1, 1_000_000_000), 10_000_000, 'Most events in the audit log.'),
  },
  compatibility: {
    upsertStructuredProperties: option(
      oneOf('replace', 'merge'),
      'replace',
      'Whether the GraphQL mutation replaces all structured properties of an asset, or leaves unnamed ones as newer DataHub does.',
    ),
    hardDeleteRequiresSoftDelete: option(
      flag,
      false,
      'Refuse to hard-delete a structured property that is not soft-deleted, as newer DataHub does.',
    ),
    enforceEntityTypes: option(
      flag,
      true,
      'Attach a structured property only to the entity types of its definition; DataHub does not check.',
    ),
  },
  structuredProperties: {
    keywordMaxLength: option(
      wholeNumber(1, 32_766),
      32_766,
      'Longest text value of a structured property, in UTF-8 bytes.',
      ['STRUCTURED_PROPERTIES_KEYWORD_MAX_LENGTH'],
    ),
  },
  systemUpdate: {
    reindexMappings: option(
      flag,
      false,
      'Let a system update rebuild the index without the mappings of deleted structured properties; needs the next one, too.',
      ['ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX', 'SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX'],
    ),
    structuredProperties: option(
      flag,
      false,
      'Let a system update change the mappings of structured properties; needs the one before, too.',
      ['ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE'],
    ),
    atStart: option(
      flag,
      true,
      'Run the system update in the background when the server starts, if anything is left to do.',
    ),
  },
} as const satisfies OptionGroup;

type ConfigOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Option<infer Value> ? Value : ConfigOf<Group[Name]>;
};

/** What the operator chose, checked and frozen. Paths are absolute, sizes in bytes, times in milliseconds. */
export type Config = ConfigOf<typeof OPTIONS>;

/** An option with the names that follow from its place in the table. */
export interface DeclaredOption {
  readonly path: readonly string[];
  /** As in the configuration file: `limits.graphql.depth`. */
  readonly name: string;
  /** `--limits-graphql-depth`. */
  readonly flag: string;
  /** `COLOPHON_LIMITS_GRAPHQL_DEPTH`, and further names under which it is accepted. */
  readonly environment: readonly string[];
  readonly option: Option<unknown>;
}

/** Every option in the order of the table. */
export const DECLARED_OPTIONS: readonly DeclaredOption[] = declared(OPTIONS, []);

/** Whether an entry of a group is an option, not a group. */
export function isOption(entry: Option<unknown> | OptionGroup): entry is Option<unknown> {
  return typeof entry['help'] === 'string';
}

function declared(group: OptionGroup, above: readonly string[]): DeclaredOption[] {
  return Object.entries(group).flatMap(([key, entry]) => {
    const path = [...above, key];
    if (!isOption(entry)) return declared(entry, path);
    const words = path.flatMap((part) => part.split(/(?=[A-Z])/)).map((word) => word.toLowerCase());
    return {
      path,
      name: path.join('.'),
      flag: `--${words.join('-')}`,
      environment: [`COLOPHON_${words.join('_').toUpperCase()}`, ...(entry.alsoEnvironment ?? [])],
      option: entry,
    };
  });
}

function option<T>(
  type: OptionType<T>,
  fallback: T,
  help: string,
  alsoEnvironment: readonly string[] = [],
): Option<T> {
  return { type, default: fallback, help, alsoEnvironment };
}
