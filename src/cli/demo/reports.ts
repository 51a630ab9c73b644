import type { Area } from './area.ts';
import { SeededRandom } from './seeded-random.ts';
import { AREAS, TEAMS } from './company.ts';
import { assignments, REGIONS } from './definitions.ts';
import { DAY, DEMO_NOW, demoEntity, stamp, type DemoEntity } from './demo-entity.ts';
import { domainUrn, ownership, teamUrn } from './organization.ts';
import type { Table } from './tables.ts';

const CHART_TYPES = ['LINE', 'BAR', 'TABLE', 'AREA', 'PIE'] as const;

/** Charts of the marts, and the dashboards that contain them. */
export function reports(all: readonly Table[]): readonly DemoEntity[] {
  return AREAS.flatMap((area) => {
    const charts = all.filter((table) => table.area === area).flatMap(chartsOf);
    return [...charts, ...area.dashboards.map((title) => dashboard(area, title, charts))];
  });
}

function chartsOf(table: Table): readonly DemoEntity[] {
  const { mart } = table;
  if (table.layer !== 'mart' || mart === undefined) return [];
  return mart.measures.flatMap((measure) => mart.by.map((by) => chart(table, `${measure} by ${by}`)));
}

function chart(table: Table, title: string): DemoEntity {
  const urn = `urn:li:chart:(looker,${slug(`${table.name} ${title}`)})`;
  const random = new SeededRandom(urn);
  return demoEntity(urn, {
    chartInfo: {
      title,
      description: random.happens(0.6) ? `${title}, from ${table.name}.` : '',
      type: random.pick(CHART_TYPES),
      lastModified: { created: stamp(400), lastModified: stamp(random.between(1, 300)) },
      inputEdges: [{ destinationUrn: table.urn }],
    },
    domains: { domains: [domainUrn(table.area.id)] },
    ownership: random.happens(0.7) ? ownership(table.area.team, random, 0.4) : undefined,
  });
}

function dashboard(area: Area, title: string, charts: readonly DemoEntity[]): DemoEntity {
  const urn = `urn:li:dashboard:(looker,${slug(`${area.id} ${title}`)})`;
  const random = new SeededRandom(urn);
  const certified = random.happens(0.5) ? random.between(10, 300) : undefined;
  return demoEntity(urn, {
    dashboardInfo: {
      title,
      description: `${title}: what ${area.name} looks at every week.`,
      lastModified: { created: stamp(500), lastModified: stamp(random.between(1, 200)) },
      chartEdges: random.some(charts, 3, 7).map((shown) => ({ destinationUrn: shown.urn })),
    },
    domains: { domains: [domainUrn(area.id)] },
    ownership: ownership(area.team, random, 0.9),
    globalTags: random.happens(0.4) ? { tags: [{ tag: 'urn:li:tag:gold' }] } : undefined,
    structuredProperties: assignments({
      dataClassification: random.happens(0.8) ? random.pick(['Internal', 'Confidential']) : undefined,
      regions: random.some(REGIONS, 1, 3),
      certifiedOn: certified === undefined ? undefined : dayAgo(certified),
      nextReview: certified === undefined ? undefined : dayAgo(certified - 365),
      usedBy: random.some(TEAMS, 1, 4).map(({ id }) => teamUrn(id)),
      freshnessHours: random.happens(0.6) ? [24] : [],
    }),
  });
}

function dayAgo(days: number): string {
  return new Date(DEMO_NOW - days * DAY).toISOString().slice(0, 10);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}
