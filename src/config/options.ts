import {
  addresses,
  anyText,
  autoOr,
  duration,
  durations,
  durationOrForever,
  flag,
  folder,
  folders,
  hosts,
  indexPrefix,
  linkSchemes,
  oauthClients,
  oneOf,
  origins,
  serviceAddress,
  share,
  text,
  webAddress,
  wholeNumber,
} from './option-types.ts';
import { COMPATIBILITY_OPTIONS } from './compatibility-options.ts';
import { LIMIT_OPTIONS } from './limit-options.ts';
import { LOGIN_OPTIONS, OIDC_OPTIONS } from './sign-in-options.ts';
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
  login: LOGIN_OPTIONS,
  oidc: OIDC_OPTIONS,
  limits: LIMIT_OPTIONS,
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
    maxAssets: option(
      wholeNumber(1, 1_000),
      1_000,
      'Maximum number of assets that one plan of an agent may change.',
    ),
    oauth: option(
      flag,
      false,
      'Whether clients of agents may ask people for access by OAuth. Requires publicUrl with https.',
    ),
    oauthClients: option(
      oauthClients,
      [],
      'OAuth clients without a metadata document, as id=redirect address; repeat the id for further addresses.',
    ),
    oauthClientHosts: option(
      hosts,
      [],
      'The only hosts from which metadata documents of OAuth clients are fetched; empty: all on the public internet, and those in webhooks.allowedNetworks.',
    ),
  },
  proposals: {
    expireAfter: option(
      duration(60_000, 365 * 86_400_000),
      30 * 86_400_000,
      'How long a proposed change stays open, unless the proposer says otherwise.',
    ),
    mostOpen: option(wholeNumber(1, 10_000), 100, 'Maximum number of open proposals of one actor.'),
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
  compatibility: COMPATIBILITY_OPTIONS,
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
