import { SeededRandom } from './seeded-random.ts';
import { personalDataOf } from './columns.ts';
import { TEAMS } from './company.ts';
import { CLASSIFICATIONS, REGIONS, type PropertyValues } from './definitions.ts';
import { DAY, DEMO_NOW } from './demo-entity.ts';
import { peopleOf, personUrn, teamUrn } from './organization.ts';
import type { Layer, Table } from './tables.ts';

/** Probability that a table of a layer has a value of a common property. */
const CARE: Readonly<Record<Layer, number>> = {
  service: 0.8,
  stream: 0.6,
  landing: 0.35,
  raw: 0.6,
  staging: 0.7,
  mart: 0.95,
  sandbox: 0,
};

const RETENTION: Readonly<Record<Layer, readonly [number, ...number[]]>> = {
  service: [3650, 730],
  stream: [30, 90],
  landing: [90, 30, 365],
  raw: [730, 365],
  staging: [365, 730],
  mart: [730, 3650, 365],
  sandbox: [30],
};

/** Distinct kinds of personal data in a table, in column order. */
export function personalDataIn(table: Table): readonly string[] {
  return [...new Set(table.columns.flatMap((column) => personalDataOf(column) ?? []))];
}

/** Values of the structured properties of a table: skewed, often missing, sometimes multiple. */
export function tableValues(table: Table): PropertyValues {
  const random = new SeededRandom(`values ${table.urn}`);
  const care = CARE[table.layer];
  const cared = (share = 1): boolean => random.happens(care * share);
  const certified = table.layer === 'mart' && random.happens(0.45) ? random.between(10, 320) : undefined;
  const inWarehouse = table.platform === 'snowflake';
  return {
    dataClassification: cared() ? classification(table, random) : undefined,
    personalData: cared() ? personalDataIn(table) : [],
    regions: cared(0.6) ? regions(random) : [],
    retentionDays: cared() ? random.pick(RETENTION[table.layer]) : undefined,
    qualityScore: inWarehouse && cared(0.9) ? Math.round((100 - random.skewed(0, 60)) * 10) / 10 : undefined,
    monthlyCostEur:
      inWarehouse && random.happens(table.layer === 'sandbox' ? 0.3 : 0.8)
        ? Math.round(random.skewed(0.4, 900) * 100) / 100
        : undefined,
    freshnessHours: freshness(table.layer, random),
    certifiedOn: certified === undefined ? undefined : day(-certified),
    nextReview: certified === undefined || random.happens(0.2) ? undefined : day(365 - certified),
    steward: cared(0.6) ? personUrn(random.pick(peopleOf(table.area.team))) : undefined,
    usedBy: usedBy(table, random),
    costCenter: inWarehouse && cared(0.5) ? `CC-${4100 + random.between(0, 12)}` : undefined,
    runbook: table.mart !== undefined && random.happens(0.25) ? runbook(table) : undefined,
  };
}

function classification(table: Table, random: SeededRandom): string {
  const kinds = personalDataIn(table);
  const secret = kinds.includes('bank details') || kinds.length > 3 ? 3 : kinds.length > 0 ? 2 : 1;
  // Few tables are public, and a few are classified stricter than necessary.
  const level = secret === 1 && random.happens(0.08) ? 0 : random.happens(0.06) ? secret + 1 : secret;
  return CLASSIFICATIONS[Math.min(level, CLASSIFICATIONS.length - 1)] ?? 'Internal';
}

function regions(random: SeededRandom): readonly string[] {
  return random.happens(0.55) ? ['EU'] : ['EU', ...random.some(REGIONS.slice(1), 1, 3)];
}

function freshness(layer: Layer, random: SeededRandom): readonly number[] {
  if (layer === 'stream') return random.happens(0.7) ? [0.25] : [];
  if (layer !== 'mart' || !random.happens(0.6)) return [];
  return random.happens(0.2) ? [6, 48] : [random.pick([24, 6, 12, 2])];
}

function usedBy(table: Table, random: SeededRandom): readonly string[] {
  if (table.layer !== 'mart') return [];
  const others = TEAMS.filter(({ id }) => id !== table.area.team);
  return random.some(others, 0, 4).map(({ id }) => teamUrn(id));
}

/** ISO date the given number of days after DEMO_NOW. */
function day(daysFromNow: number): string {
  return new Date(DEMO_NOW + daysFromNow * DAY).toISOString().slice(0, 10);
}

function runbook(table: Table): string {
  return [
    `## When ${table.name} is late`,
    '',
    `1. Look at the last run of **build_${table.name}** in Airflow.`,
    '2. If a source is empty, ask its owner before running it again.',
    `3. Notify #data-${table.area.id} when the table is complete again.`,
  ].join('\n');
}
