import type { Area, Mart, Subject } from './area.ts';
import { SeededRandom } from './seeded-random.ts';
import { parseColumns, type Column, type ColumnPlatform } from './columns.ts';
import { AREAS, PEOPLE } from './company.ts';

/** Layer of a table in the data flow from services to analysts. */
export type Layer = 'service' | 'stream' | 'landing' | 'raw' | 'staging' | 'mart' | 'sandbox';

/** A table, topic or file set of the company. */
export interface Table {
  readonly urn: string;
  readonly name: string;
  readonly layer: Layer;
  readonly platform: ColumnPlatform;
  readonly area: Area;
  readonly about: string | undefined;
  readonly columns: readonly [Column, ...Column[]];
  /** Names of its containers, outermost first. */
  readonly path: readonly string[];
  /** Urns of its source tables. */
  readonly upstream: readonly string[];
  /** Set only in the mart layer. */
  readonly mart: Mart | undefined;
  /** Id of the owner; set only for private copies. */
  readonly owner: string | undefined;
}

/** All tables, each after its sources. */
export function tables(): readonly Table[] {
  const travelled = AREAS.flatMap((area) => area.subjects.flatMap((subject) => journey(area, subject)));
  const marts = AREAS.flatMap((area) => area.marts.map((mart) => martTable(area, mart, travelled)));
  return [...travelled, ...marts, ...sandboxes(travelled, marts)];
}

export function datasetUrn(platform: string, name: string): string {
  return `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
}

/** The tables of a subject on all platforms it is copied to. */
function journey(area: Area, subject: Subject): readonly Table[] {
  const random = new SeededRandom(`${area.service}.${subject.name}`);
  const { service } = area;
  const source = table(area, subject, 'service', 'postgres', [service, 'public', subject.name], []);
  const stream = random.happens(0.55)
    ? table(
        area,
        subject,
        'stream',
        'kafka',
        [`${service}.${subject.name}.v${random.between(1, 3)}`],
        [source],
      )
    : undefined;
  const landing = random.happens(0.4)
    ? table(area, subject, 'landing', 's3', ['hearth-landing', service, subject.name], [stream ?? source])
    : undefined;
  const raw = table(area, subject, 'raw', 'snowflake', ['raw', service, subject.name], [landing ?? source]);
  const stagingName = `stg_${service}__${subject.name}`;
  const staging = random.happens(0.88)
    ? table(area, subject, 'staging', 'snowflake', ['analytics', 'staging', stagingName], [raw])
    : undefined;
  return [source, stream, landing, raw, staging].filter((found) => found !== undefined);
}

function table(
  area: Area,
  subject: Subject,
  layer: Layer,
  platform: ColumnPlatform,
  path: readonly string[],
  upstream: readonly Table[],
): Table {
  const qualified = path.join(platform === 's3' ? '/' : '.');
  return {
    urn: datasetUrn(platform, qualified),
    name: path.at(-1) ?? qualified,
    layer,
    platform,
    area,
    about: ABOUT[layer](subject.about, area.service),
    columns: parseColumns(`${subject.columns}${EXTRA_COLUMNS[layer] ?? ''}`),
    path: path.slice(0, -1),
    upstream: upstream.map(({ urn }) => urn),
    mart: undefined,
    owner: undefined,
  };
}

const ABOUT: Readonly<Record<Layer, (about: string, service: string) => string | undefined>> = {
  service: (about) => about,
  stream: (about) => `${about} One message per change, keyed by the first field.`,
  landing: () => undefined,
  raw: (_about, service) =>
    `Copy of the table in ${service}, loaded every night. Use the staging model instead.`,
  staging: (about) => `${about} Cleaned: names, types and time zones are ours.`,
  mart: (about) => about,
  sandbox: () => undefined,
};

const EXTRA_COLUMNS: Readonly<Partial<Record<Layer, string>>> = {
  landing: ' _ingested_on:date',
  raw: ' _loaded_at:time _source_file:text',
};

function martTable(area: Area, mart: Mart, travelled: readonly Table[]): Table {
  return {
    urn: datasetUrn('snowflake', `analytics.${area.id}.${mart.name}`),
    name: mart.name,
    layer: 'mart',
    platform: 'snowflake',
    area,
    about: mart.about,
    columns: parseColumns(mart.columns),
    path: ['analytics', area.id],
    upstream: mart.from.map((subject) => bestSource(subject, travelled).urn),
    mart,
    owner: undefined,
  };
}

/** The staging model of a subject, or its raw copy if there is none. */
function bestSource(subject: string, travelled: readonly Table[]): Table {
  const found =
    travelled.find(({ layer, name }) => layer === 'staging' && name.endsWith(`__${subject}`)) ??
    travelled.find(({ layer, name }) => layer === 'raw' && name === subject);
  if (found === undefined) throw new Error(`The demo builds a mart from '${subject}', which no area has.`);
  return found;
}

const SANDBOX_SUFFIXES = ['tmp', 'backup', 'test', 'v2', 'old'] as const;

/** Abandoned private copies of tables that analysts made. */
function sandboxes(travelled: readonly Table[], marts: readonly Table[]): readonly Table[] {
  return PEOPLE.filter(({ title }) => /analyst|scientist|analytics/i.test(title)).flatMap(({ id, team }) => {
    const random = new SeededRandom(`sandbox ${id}`);
    const folder = id.replace('.', '_');
    const near = [...marts, ...travelled.filter(({ layer }) => layer === 'staging')].filter(
      (candidate) => candidate.area.team === team,
    );
    return random.some(near, 2, 6).map((original): Table => {
      const name = `${original.name}_${random.pick(SANDBOX_SUFFIXES)}`;
      const urn = datasetUrn('snowflake', `sandbox.${folder}.${name}`);
      const path = ['sandbox', folder];
      return {
        ...original,
        urn,
        name,
        layer: 'sandbox',
        about: undefined,
        path,
        upstream: [original.urn],
        mart: undefined,
        owner: id,
      };
    });
  });
}
