import type { Area } from './area.ts';
import { SeededRandom } from './seeded-random.ts';
import { AREAS } from './company.ts';
import { assignments } from './definitions.ts';
import { demoEntity, stamp, type DemoEntity } from './demo-entity.ts';
import { domainUrn, ownership } from './organization.ts';
import type { Table } from './tables.ts';

/** Pipelines and their jobs: per area one that loads raw tables and one that builds marts. */
export function pipelines(all: readonly Table[]): readonly DemoEntity[] {
  return AREAS.flatMap((area) => {
    const own = all.filter((table) => table.area === area);
    return [
      ...pipeline(area, `ingest_${area.service}`, 'Copies', 'load', 'data-platform', own, 'raw'),
      ...pipeline(area, `dbt_${area.id}`, 'Builds', 'build', area.team, own, 'mart'),
    ];
  });
}

function pipeline(
  area: Area,
  id: string,
  does: string,
  verb: string,
  team: string,
  own: readonly Table[],
  layer: Table['layer'],
): readonly DemoEntity[] {
  const flowUrn = `urn:li:dataFlow:(airflow,${id},PROD)`;
  const random = new SeededRandom(flowUrn);
  const flow = demoEntity(flowUrn, {
    dataFlowInfo: {
      name: id,
      description: `${does} the ${layer === 'raw' ? 'tables of the service' : 'marts'} of ${area.name} every night.`,
      customProperties: { schedule: `${random.between(0, 59)} ${random.between(0, 5)} * * *` },
      created: stamp(random.between(300, 1500)),
    },
    domains: { domains: [domainUrn(area.id)] },
    ownership: ownership(team, random, 0.5),
    structuredProperties: assignments({ costCenter: `CC-${4100 + random.between(0, 12)}` }),
  });
  return [
    flow,
    ...own.filter((table) => table.layer === layer).map((table) => job(flowUrn, verb, team, table)),
  ];
}

function job(flowUrn: string, verb: string, team: string, table: Table): DemoEntity {
  const name = `${verb}_${table.name}`;
  const urn = `urn:li:dataJob:(${flowUrn},${name})`;
  const random = new SeededRandom(urn);
  const described = random.happens(0.5);
  return demoEntity(urn, {
    dataJobInfo: {
      name,
      type: { string: 'COMMAND' },
      flowUrn,
      customProperties: { retries: String(random.between(0, 3)) },
      ...(described && { description: `Writes ${[...table.path, table.name].join('.')}.` }),
    },
    dataJobInputOutput: { inputDatasets: [...table.upstream], outputDatasets: [table.urn] },
    domains: { domains: [domainUrn(table.area.id)] },
    ownership: ownership(team, random, 0.2),
    structuredProperties: assignments({
      monthlyCostEur: random.happens(0.7) ? Math.round(random.skewed(0.2, 260) * 100) / 100 : undefined,
      freshnessHours: random.happens(0.4) ? [random.pick([24, 6, 2])] : [],
      runbook: random.happens(0.2) ? `Run it again: **${name}** is idempotent.` : undefined,
    }),
  });
}
