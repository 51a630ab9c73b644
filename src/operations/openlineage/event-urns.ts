import { formatUrn, type Urn } from '../../model/urn.ts';
import type { EventDataset, EventJob, LineageEvent } from './event-shape.ts';

/** Platforms with other names in OpenLineage. */
const PLATFORMS: Readonly<Record<string, string>> = { awsathena: 'athena', sqlserver: 'mssql' };

/** File platforms by URI scheme; their dataset names are paths. */
const FILE_PLATFORMS: Readonly<Record<string, string>> = {
  s3: 's3',
  s3a: 's3',
  s3n: 's3',
  gs: 'gcs',
  gcs: 'gcs',
  dbfs: 'dbfs',
  file: 'file',
  abfs: 'abs',
  abfss: 'abs',
  wasb: 'abs',
  wasbs: 'abs',
};

/** Producers that are orchestrators, by the prefix of their path on GitHub. */
const PRODUCERS: readonly (readonly [path: RegExp, orchestrator: string])[] = [
  [/^\/apache\/airflow(\/|$)/, 'airflow'],
  [/^\/trinodb\/trino(\/|$)/, 'trino'],
];
const INTEGRATION =
  /^\/openlineage\/openlineage\/(?:(?:blob|tree)\/[^/]+\/)?integration\/(airflow|flink|spark|trino)\/?$/;

const SCHEME = '://';
const GLUE = /^(arn:)?aws:glue:/;
const TABLE = 'table/';

/** The urn of a dataset in an event: from its last symlink to a table, or from its own name. */
export function datasetUrn({ namespace, name, facets }: EventDataset): Urn {
  const table = facets?.symlinks?.identifiers?.findLast(({ type }) => type === 'TABLE');
  if (table === undefined) return namedUrn(namespace, name);
  const platform = GLUE.test(table.namespace) ? 'glue' : 'hive';
  const isPath = table.name.startsWith(TABLE);
  return namedUrn(platform, isPath ? table.name.slice(TABLE.length).replaceAll('/', '.') : table.name);
}

/** The dataset with this name in a namespace, such as `postgres://host:5432`, `hive` or `s3://bucket`. */
function namedUrn(namespace: string, name: string): Urn {
  if (!namespace.includes(SCHEME) && !name.includes(SCHEME)) return inProduction(namespace, name);
  const uri = namespace.includes(SCHEME) ? joined(namespace, name) : name;
  const [scheme = ''] = uri.split(SCHEME, 1);
  const ofFiles = FILE_PLATFORMS[scheme];
  if (ofFiles === undefined) return inProduction(PLATFORMS[scheme] ?? scheme, name);
  const path = withoutTrailingSlashes(uri.slice(scheme.length + SCHEME.length));
  return inProduction(ofFiles, ofFiles === 'file' ? path : path.replace(/^\//, ''));
}

/** A regular expression would take time quadratic in the number of slashes that others follow. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function joined(namespace: string, name: string): string {
  return namespace.endsWith('/') || name.startsWith('/') ? namespace + name : `${namespace}/${name}`;
}

function inProduction(platform: string, name: string): Urn {
  return formatUrn('dataset', formatUrn('dataPlatform', part(platform)), part(name), 'PROD');
}

/** The column of a dataset. */
export function columnUrn(dataset: Urn, path: string): Urn {
  return formatUrn('schemaField', dataset, part(path));
}

/** Urns of a job and of its flow. */
export interface JobUrns {
  readonly flow: Urn;
  readonly job: Urn;
  readonly flowName: string;
  readonly orchestrator: string;
}

/** The job with this name; its flow is named by the part before the first dot. */
export function jobUrns(
  { namespace, name }: Pick<EventJob, 'namespace' | 'name'>,
  orchestrator: string,
): JobUrns {
  const flowName = name.split('.', 1)[0] || name;
  const flow = formatUrn('dataFlow', part(orchestrator), part(flowName), part(namespace));
  return { flow, job: formatUrn('dataJob', flow, part(name)), flowName, orchestrator };
}

/** The orchestrator of the job of an event: from its facets, or from its producer. */
export function orchestratorOf({ job, run, producer }: LineageEvent): string {
  const names = [job?.facets?.jobType?.integration, run?.facets?.processing_engine?.name];
  const known = names.find((name) => name !== undefined && name !== null && name.trim() !== '');
  if (known === undefined || known === null) return orchestratorOfProducer(producer);
  const platform = known.trim().toLowerCase();
  return PLATFORMS[platform] ?? platform;
}

/** The orchestrator that a producer such as `https://github.com/apache/airflow/tree/1.0` is; otherwise `unknown`. */
export function orchestratorOfProducer(producer: string | null | undefined): string {
  const { hostname = '', pathname = '' } = URL.parse(producer ?? '') ?? {};
  if (hostname !== 'github.com') return 'unknown';
  const path = pathname.toLowerCase();
  const [, integration] = INTEGRATION.exec(path) ?? [];
  return integration ?? PRODUCERS.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown';
}

/** The run with this id. */
export function runUrn(runId: string): Urn {
  return formatUrn('dataProcessInstance', part(runId));
}

/** A text, escaped as part of a urn: parentheses and commas are special there. */
function part(text: string): string {
  return text
    .trim()
    .replace(/[(),]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
