import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn, type Value } from '../../support/catalog-client.ts';
import { SEED, effort } from '../../support/effort.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const RUNS = effort(4);

type Member = readonly [value: Value, other: Value];

/** Values by type, each in two representations; equal for string properties. */
const words = fc.string({ unit: 'grapheme', maxLength: 12 });
const text = fc.oneof(words, fc.constantFrom('030', '1e3', 'true', ' ', ''));
const twice = (value: Value): Member => [value, value];
const VALUES = {
  string: text.map((string) => twice({ string })),
  rich_text: text.map((string) => twice({ string })),
  number: fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    .map((double): Member => [{ double }, { string: String(double) }]),
  date: fc.constantFrom('1000-01-01', '2026-02-28', '9999-12-31').map((string) => twice({ string })),
  urn: fc.constantFrom('urn:li:corpuser:a', 'urn:li:tag:ü').map((string) => twice({ string })),
};

/** Equal for values that match the same allowed value, such as 0 and -0. */
function keyOf(value: Value): string {
  return 'double' in value ? String(value.double + 0) : value.string;
}

const property = fc
  .constantFrom('string', 'rich_text', 'number', 'date', 'urn')
  .chain((type: keyof typeof VALUES) =>
    fc.record({
      type: fc.constant(type),
      values: fc.uniqueArray(VALUES[type], { minLength: 1, maxLength: 4, selector: ([one]) => keyOf(one) }),
      isRestricted: fc.boolean(),
      isSwapped: fc.boolean(),
      immutable: fc.boolean(),
      version: fc.constantFrom(undefined, '20260101000000'),
      removed: fc.boolean(),
      alias: fc.constantFrom('', '.full'),
      description: fc.option(words, { nil: undefined }),
      holders: fc.integer({ min: 0, max: 3 }),
    }),
  );
type Property = typeof property extends fc.Arbitrary<infer T> ? T : never;

/** Writes a random property and its values, in other representations than the allowed values. */
async function write(server: TestServer, name: string, random: Property): Promise<void> {
  const client = clientOf(server);
  const { type, values, isRestricted, isSwapped, alias, holders, removed, ...rest } = random;
  const definition = {
    qualifiedName: `${name}${alias}`,
    valueType: `urn:li:dataType:datahub.${type}`,
    cardinality: 'MULTIPLE',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
    ...rest,
    ...(isRestricted && {
      allowedValues: values.map(([one, other]) => ({ value: isSwapped ? other : one })),
    }),
  };
  const defined = await client.post(propertyUrn(name), 'propertyDefinition', definition);
  expect(defined.status, defined.text).toBe(200);
  for (let i = 0; i < holders; i++) {
    const urn = datasetUrn(`${name}.${i}`);
    const answer = await client.assign(urn, {
      [name]: values.map(([one, other]) => (isSwapped ? one : other)),
    });
    expect(answer.status, answer.text).toBe(200);
  }
  if (removed && holders === 0) {
    expect((await client.post(propertyUrn(name), 'status', { removed })).status).toBe(200);
  }
}

/** Checksum of an export, without sequences and times of writes. */
function checksum(records: readonly Record<string, unknown>[]): string {
  const lines = records.map(({ aspect, aspectName, entityUrn }) =>
    JSON.stringify([entityUrn, aspectName, aspect]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

it(
  `export and import lose nothing of random catalogs (${RUNS}, seed ${SEED})`,
  { timeout: 60_000 * RUNS },
  async () => {
    const catalogs = fc.array(property, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(catalogs, async (properties) => {
        const [source, target] = await Promise.all([startServer(), startServer()]);
        using here = new Computer(source);
        using there = new Computer(target);
        for (const [i, random] of properties.entries()) await write(source, `move.p${i}`, random);
        const types = ['--type', 'structuredProperty', 'dataset'];
        const file = join(here.home, 'catalog.json');
        expect(await here.run(['export', ...types, '--out', file])).toMatchObject({ code: 0 });
        expect(await there.run(['import', file])).toMatchObject({ code: 0, stderr: '' });
        const again = await there.run(['export', ...types]);
        const [before, after] = [JSON.parse(readFileSync(file, 'utf8')), JSON.parse(again.stdout)];
        if (checksum(before) !== checksum(after)) expect(after).toEqual(before);
        for (const [i] of properties.entries()) {
          const path = aspectPath(propertyUrn(`move.p${i}`), 'propertyDefinition', 'v3');
          const both = await Promise.all([source, target].map((server) => server.request('GET', path)));
          expect(both[1]?.text).toBe(both[0]?.text);
        }
        await Promise.all([source.stop(), target.stop()]);
      }),
      { numRuns: RUNS },
    );
  },
);
