import {
  addresses,
  anyText,
  autoOr,
  byteSize,
  duration,
  durations,
  durationOrForever,
  flag,
  folder,
  folders,
  indexPrefix,
  linkSchemes,
  oneOf,
  origins,
  pattern,
  serviceAddress,
  share,
  text,
  webAddress,
  wholeNumber,
} from './option-types.ts';
import { option, type Option, type OptionGroup } from './option.ts';

/**
 * All options. Flags, environment variables, members of the configuration file, help texts, docs/config.md and the type
 * of the loaded configuration derive from this table.
 */
export const OPTIONS = {
  data: option(
    folder,
    './colophon-data',
    'Folder for all persistent data; for a process with a PostgreSQL store, for its search index.',
  ),
  store: option(
    serviceAddress('postgres://user:password@host/database', 'postgres', 'postgresql'),
    '',
    'PostgreSQL database, shared by any number of processes; prefer the environment variable to the flag. Empty: SQLite in the data folder.',
  ),
  storeConnections: option(
    wholeNumber(1, 1_000),
    10,
    'Maximum connections of this process for reads from PostgreSQL; three more write, listen and keep leases.',
  ),
  search: option(
    serviceAddress('https://user:password@host:9200', 'http', 'https'),
    '',
    'OpenSearch, shared by any number of processes; prefer the environment variable to the flag. Empty: an index in the data folder.',
  ),
  searchPrefix: option(
    indexPrefix,
    'colophon_',
    'Prefix of the index names in OpenSearch; must differ between catalogs.',
  ),
  searchShards: option(wholeNumber(1, 1_000), 1, 'Number of shards of each new index in OpenSearch.'),
  searchMappedProperties: option(
    wholeNumber(0, 5_000),
    500,
    'Number of structured properties with dedicated fields in OpenSearch, which are faster to filter, count and sort by: first those that most entities had when the index was built, then those that get values first, until `system-update --step move-columns` chooses again. The others share fields.',
  ),
  searchExactTotals: option(
    wholeNumber(1, 2_147_483_647),
    1_000_000,
    'Number of matches up to which OpenSearch counts the total of a search; responses state when there may be more. Searches with `exactTotal` count all.',
  ),
  searchFacetValues: option(
    wholeNumber(100, 10_000_000),
    100_000,
    'Number of distinct values of a facet that each shard of OpenSearch may return to make counts exact; responses state when they are not. Has no effect with one shard.',
  ),
  searchImmediate: option(
    flag,
    false,
    'Respond to a write only when OpenSearch finds it, for clients that search for it immediately; small writes then take about ten times as long.',
  ),
  memory: option(flag, false, 'Keep all data in memory; it is lost when the process ends.'),
  host: option(
    text,
    '127.0.0.1',
    'Address to listen on. Any other than 127.0.0.1 exposes the server to the network.',
  ),
  port: option(wholeNumber(0, 65535), 8080, 'Port to listen on; 0 picks any free one.'),
  frontendPort: option(
    wholeNumber(0, 65535),
    0,
    "Second port to listen on, for clients that expect DataHub's web frontend (9002); 0 means none.",
  ),
  readers: option(
    autoOr(wholeNumber(0, 64)),
    'auto',
    'Number of threads that answer reads, besides the one that writes; only on Linux, with the store and the index in the data folder. auto: one less than the cores, at most 4.',
  ),
  publicUrl: option(
    webAddress('https://catalog.example.com'),
    '',
    'Public URL of the server, if it is behind a proxy; required for single sign-on.',
    ['AUTH_OIDC_BASE_URL'],
  ),
  trustedProxies: option(
    addresses,
    [],
    'Addresses or networks of proxies whose X-Forwarded-For header is trusted.',
  ),
  web: option(
    flag,
    true,
    'Serve the web interface; with `--no-web` only the APIs, GraphiQL and the API browser.',
  ),
  openMetrics: option(
    flag,
    false,
    'Serve `/metrics` and `/actuator/prometheus` without a token; they reveal the number of entities and the kinds of requests. Otherwise they need a token with GET_PLATFORM_EVENTS or MANAGE_SYSTEM_OPERATIONS.',
  ),
  open: option(flag, false, 'When the server is ready, open the web interface in a browser, signed in.'),
  stopDelay: option(
    duration(0, 600_000),
    0,
    'How long the server keeps serving after SIGTERM while it reports not ready, so that load balancers notice.',
  ),
  json: option(
    flag,
    false,
    'When the server is ready, print one line {"url", "token"} with a root token that is valid until the process ends; without the token if login.rootLink disables it.',
  ),
  registry: option(
    folders,
    [],
    'Folders of JSON files that add entity types and aspects to the metadata model.',
  ),
  logLevel: option(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Minimum level of logged messages.',
  ),
  logRequests: option(
    oneOf('none', 'failed', 'all'),
    'failed',
    'Which requests to log after the response: none, failed ones (status 500 and above), or all except health checks.',
  ),
  tracing: {
    endpoint: option(
      webAddress('http://collector:4318'),
      '',
      'OpenTelemetry collector for traces (OTLP over HTTP). Empty: no traces are recorded.',
      ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    ),
    sample: option(
      share,
      1,
      "Share of traces to record; for a caller's trace the caller's sampling decision applies.",
      ['OTEL_TRACES_SAMPLER_ARG'],
    ),
  },
  login: {
    passwords: option(
      flag,
      true,
      'Allow users to log in with a password, to sign up and to reset passwords.',
      ['AUTH_NATIVE_ENABLED'],
    ),
    minPasswordLength: option(wholeNumber(1, 1024), 8, 'Minimum length of a new password, in characters.'),
    rootPassword: option(
      anyText,
      '',
      "Initial password of the root user 'datahub', set at the start if it has none; prefer the environment variable to the flag.",
    ),
    rootLink: option(
      autoOr(flag),
      'auto',
      'Whether `serve` prints a one-time login link of the root user, and with json a root token. auto: not if there is no terminal and the root user has a password or single sign-on is configured.',
    ),
    sessionDuration: option(
      duration(60_000, 8_760 * 3_600_000),
      86_400_000,
      'Lifetime of a browser session.',
    ),
  },
  oidc: {
    issuer: option(
      webAddress('https://login.example.com'),
      '',
      'Issuer URL of the OpenID Connect provider, or its discovery document. Empty: no single sign-on.',
      ['AUTH_OIDC_DISCOVERY_URI'],
    ),
    clientId: option(anyText, '', 'Client ID of this server at the provider.', ['AUTH_OIDC_CLIENT_ID']),
    clientSecret: option(
      anyText,
      '',
      'Client secret of this server at the provider; prefer the environment variable to the flag.',
      ['AUTH_OIDC_CLIENT_SECRET'],
    ),
    scope: option(text, 'openid profile email', 'Scopes to request from the provider.', ['AUTH_OIDC_SCOPE']),
    userNameClaim: option(
      text,
      'email',
      'Claim with the user name; users must not be able to choose its value.',
      ['AUTH_OIDC_USER_NAME_CLAIM'],
    ),
    userNamePattern: option(
      pattern,
      '(.*)',
      'Regular expression whose first group extracts the user name from the claim.',
      ['AUTH_OIDC_USER_NAME_CLAIM_REGEX'],
    ),
    createUsers: option(flag, true, 'Create unknown users when they log in through the provider.', [
      'AUTH_OIDC_JIT_PROVISIONING_ENABLED',
    ]),
    extractGroups: option(
      flag,
      false,
      'At login, replace the groups set by earlier logins by those that the provider sends, and create missing groups.',
      ['AUTH_OIDC_EXTRACT_GROUPS_ENABLED'],
    ),
    groupsClaim: option(text, 'groups', 'Claim with the group names.', ['AUTH_OIDC_GROUPS_CLAIM']),
  },
  limits: {
    bodyBytes: option(
      byteSize(1024, 1024 ** 3),
      16 * 1024 ** 2,
      'Maximum size of a request body; beyond it the response is 413.',
    ),
    bodiesBytes: option(
      byteSize(1024 ** 2, 1024 ** 4),
      256 * 1024 ** 2,
      'Maximum size of the bodies (those over 4 KiB) of all running requests, per thread; beyond it the response is 503, or 429 if one actor uses half of it.',
    ),
    answersBytes: option(
      byteSize(1024 ** 2, 1024 ** 4),
      256 * 1024 ** 2,
      'Maximum size of the long responses (over 128 KiB) of all running requests, per thread, until they are sent; beyond it the response is 503, 429 if one actor uses half of it, and 413 if one response does.',
    ),
    bodyValues: option(
      wholeNumber(1_000, 100_000_000),
      2_000_000,
      'Maximum values in the JSON of a request, names of members included; beyond it the response is 400.',
    ),
    headerBytes: option(
      byteSize(4096, 1024 ** 2),
      64 * 1024,
      'Maximum size of the request line with all headers; beyond it the response is 431.',
    ),
    readBytes: option(
      byteSize(1024 ** 2, 1024 ** 4),
      64 * 1024 ** 2,
      'Maximum size of the stored values that one response may need, in characters; beyond it pages with a cursor end early, and other responses are 413.',
    ),
    pageSize: option(
      wholeNumber(1, 10_000),
      10_000,
      'Maximum entities on one page of a search or list, and maximum urns in one query.',
    ),
    connections: option(
      wholeNumber(1, 1_000_000),
      2_000,
      'Maximum open connections; beyond it the one that has been idle longest is closed.',
    ),
    connectionsPerAddress: option(
      wholeNumber(0, 1_000_000),
      0,
      'Maximum open connections of one address (IPv6: one /64) other than trusted proxies; further ones are closed at once. 0: a quarter of `limits.connections`, at least 10.',
    ),
    headersTimeout: option(
      duration(100, 3_600_000),
      20_000,
      'Timeout for a client to send the headers of a request.',
    ),
    requestTimeout: option(
      duration(100, 3_600_000),
      60_000,
      'Timeout for a client to send a whole request; then the response is 408.',
    ),
    answerTimeout: option(
      duration(100, 24 * 3_600_000),
      120_000,
      'Timeout for handling a request; then the response is 504.',
    ),
    sendTimeout: option(
      duration(100, 3_600_000),
      60_000,
      'Timeout for a client to read a response, plus one second for every 16 KiB of it.',
    ),
    personalViews: option(
      wholeNumber(0, 1_000_000),
      500,
      'Maximum number of personal views of one user; beyond it the response is 409.',
    ),
    accessTokens: option(
      wholeNumber(0, 1_000_000),
      500,
      'Maximum number of access tokens for one user, expired ones included and browser sessions not; beyond it the response is 409.',
    ),
    stepStates: option(
      wholeNumber(0, 1_000_000),
      500,
      'Maximum number of tour steps whose state is stored for one user; beyond it the response is 409.',
    ),
    heldRequests: option(
      wholeNumber(1, 1_000_000),
      100,
      'Maximum requests of one actor that wait for changes at the same time; beyond it the response is 429.',
    ),
    requestsPerSecond: option(
      wholeNumber(0, 1_000_000),
      0,
      'Maximum requests per second of one actor, averaged over ten seconds; beyond it the response is 429. 0: unlimited.',
    ),
    refusalsPerSecond: option(
      wholeNumber(1, 1_000_000),
      100,
      'Maximum requests per second without a valid token from one address, averaged over ten seconds; beyond it the response is 429.',
    ),
    graphql: {
      depth: option(
        wholeNumber(1, 1000),
        30,
        'Maximum nesting depth of a GraphQL document; introspection needs 15.',
      ),
      aliases: option(wholeNumber(0, 100_000), 500, 'Maximum aliases in a GraphQL document.'),
      values: option(
        wholeNumber(1_000, 100_000_000),
        200_000,
        'Maximum values in the body of a GraphQL request, names of members included.',
      ),
      tokens: option(wholeNumber(10, 1_000_000), 20_000, 'Maximum tokens in a GraphQL document.'),
      cost: option(
        wholeNumber(100, 1_000_000_000),
        5_000_000,
        'Maximum fields in the response to a GraphQL document, estimated from its page sizes.',
      ),
      objects: option(
        wholeNumber(100, 1_000_000_000),
        1_000_000,
        'Maximum objects in the response to a GraphQL request, counted while it is made; beyond it the error is 413.',
      ),
      timeout: option(duration(10, 3_600_000), 60_000, 'Timeout for handling a GraphQL request.'),
    },
  },
  secrets: {
    key: option(
      anyText,
      '',
      'Key text to encrypt secrets and connections with; prefer the environment variable to the flag. Empty: a key that is generated at first use and kept in secrets.key in the data folder; with a PostgreSQL store, secrets are then unavailable.',
      ['SECRET_SERVICE_ENCRYPTION_KEY'],
    ),
  },
  audit: {
    keepFor: option(
      duration(60_000, 100 * 365 * 86_400_000),
      365 * 86_400_000,
      'Maximum age of events in the audit log.',
    ),
    keepEvents: option(
      wholeNumber(1, 1_000_000_000),
      10_000_000,
      'Maximum number of events in the audit log.',
    ),
  },
  changeLog: {
    keepFor: option(
      durationOrForever(3_600_000, 100 * 365 * 86_400_000),
      7 * 86_400_000,
      'Minimum age of a commit before it is removed from the change log, except that the audit log keeps the commits of its events. An index that was away for longer is rebuilt.',
    ),
  },
  deletions: {
    keepFor: option(
      duration(0, 100 * 365 * 86_400_000),
      7 * 86_400_000,
      'How long hard-deleted entities and aspects are kept, so that the deletion can be undone (colophon undo). With 0 they are removed within ten minutes. Secrets and tokens are never kept.',
    ),
  },
  ingestion: {
    clientVersion: option(
      text,
      'native',
      "Version of DataHub's client for runs of ingestion sources that name none. `native`: the version installed with the executor; it downloads any other version for each run.",
      ['UI_INGESTION_DEFAULT_CLI_VERSION'],
    ),
  },
  agents: {
    allowedOrigins: option(
      origins,
      [],
      'Origins of other sites, such as https://tools.example.com, whose pages may call the tools for agents.',
    ),
    callsPerMinute: option(
      wholeNumber(0, 100_000),
      300,
      'Maximum tool calls per minute of one access token, averaged over ten seconds; 0: unlimited.',
    ),
  },
  webhooks: {
    most: option(wholeNumber(0, 1_000), 20, 'Maximum number of webhooks of one owner.'),
    concurrency: option(
      wholeNumber(1, 1_000),
      20,
      'Maximum concurrent webhook messages to receivers that answer within a second, and as many to slower ones; each webhook sends one at a time.',
    ),
    retryDelays: option(
      durations(1, 30 * 86_400_000),
      [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000],
      'Delays between the attempts to deliver a message that its receiver does not accept; after the last attempt the webhook stops. The default makes ten attempts in about 75 hours.',
    ),
    keepDeliveries: option(
      wholeNumber(1, 10_000),
      200,
      'Number of delivery attempts kept for each webhook, for its owner to view and to redeliver.',
    ),
    allowedNetworks: option(
      addresses,
      [],
      'Addresses or networks outside the public internet that webhooks may send to, such as 10.1.0.0/16.',
    ),
  },
  compatibility: {
    upsertStructuredProperties: option(
      oneOf('replace', 'merge'),
      'replace',
      'Whether the GraphQL mutation replaces all structured properties of an asset, or keeps those it does not name, as newer DataHub does.',
    ),
    hardDeleteRequiresSoftDelete: option(
      flag,
      false,
      'Refuse to hard-delete a structured property that is not soft-deleted, as newer DataHub does.',
    ),
    enforceEntityTypes: option(
      flag,
      true,
      'Allow a structured property only on the entity types of its definition; DataHub does not check this.',
    ),
    hiddenParents: option(
      oneOf('omit', 'urn'),
      'omit',
      'How GraphQL returns containers and other parents that the caller may not view: omitted, or with their urn and nothing else, as newer DataHub does.',
    ),
  },
  links: {
    schemes: option(
      linkSchemes,
      ['http', 'https', 'mailto'],
      'Schemes of links that people enter: documentation links, embeds, announcements, home page modules.',
    ),
  },
  structuredProperties: {
    keywordMaxLength: option(
      wholeNumber(1, 32_766),
      32_766,
      'Maximum length of a string value of a structured property, in UTF-8 bytes.',
      ['STRUCTURED_PROPERTIES_KEYWORD_MAX_LENGTH'],
    ),
  },
  systemUpdate: {
    reindexMappings: option(
      flag,
      false,
      'Allow a system update to rebuild the index without the mappings of deleted structured properties; requires systemUpdate.structuredProperties, too.',
      [
        'OPENSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX',
        'ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX',
        'SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX',
      ],
    ),
    structuredProperties: option(
      flag,
      false,
      'Allow a system update to change the mappings of structured properties; requires systemUpdate.reindexMappings, too.',
      ['ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE'],
    ),
    atStart: option(
      flag,
      true,
      'When the server starts, run the system update in the background if any step is pending.',
    ),
  },
} as const satisfies OptionGroup;

type ConfigOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Option<infer Value> ? Value : ConfigOf<Group[Name]>;
};

/** The loaded configuration, validated and frozen. Paths are absolute, sizes in bytes, times in milliseconds. */
export type Config = ConfigOf<typeof OPTIONS>;
