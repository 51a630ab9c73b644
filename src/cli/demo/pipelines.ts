import type { Area } from './area.ts';
import { Chance } from './chance.ts';
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
  const chance = new Chance(flowUrn);
  const flow = demoEntity(flowUrn, {
    dataFlowInfo: {
      name: id,
      description: `${does} the ${layer === 'raw' ? 'tables of the service' : 'marts'} of ${area.name} every night.`,
      customProperties: { schedule: `${chance.between(0, 59)} ${chance.between(0, 5)} * * *` },
      created: stamp(chance.between(300, 1500)),
    },
    domains: { domains: [domainUrn(area.id)] },
    ownership: ownership(team, chance, 0.5),
    structuredProperties: assignments({ costCenter: `CC-${4100 + chance.between(0, 12)}` }),
  });
  return [
    flow,
    ...own.filter((table) => table.layer === layer).map((table) => job(flowUrn, verb, team, table)),
  ];
}

function job(flowUrn: string, verb: string, team: string, table: Table): DemoEntity {
  const name = `${verb}_${table.name}`;
  const urn = `urn:li:dataJob:(${flowUrn},${name})`;
  const chance = new Chance(urn);
  const described = chance.happens(0.5);
  return demoEntity(urn, {
    dataJobInfo: {
      name,
      type: { string: 'COMMAND' },
      flowUrn,
      customProperties: { retries: String(chance.between(0, 3)) },
      ...(described && { description: `Writes ${[...table.path, table.name].join('.')}.` }),
    },
    dataJobInputOutput: { inputDatasets: [...table.upstream], outputDatasets: [table.urn] },
    domains: { domains: [domainUrn(table.area.id)] },
    ownership: ownership(team, chance, 0.2),
    structuredProperties: assignments({
      monthlyCostEur: chance.happens(0.7) ? Math.round(chance.skewed(0.2, 260) * 100) / 100 : undefined,
      freshnessHours: chance.happens(0.4) ? [chance.pick([24, 6, 2])] : [],
      runbook: chance.happens(0.2) ? `Run it again: **${name}** is idempotent.` : undefined,
    }),
  });
}
