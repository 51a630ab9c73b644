import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED, effort } from '../support/effort.ts';
import { REGISTRY } from '../support/memory/reading-catalog.ts';
import { FUZZERS, changesBy, startFuzzedCatalog, type FuzzedCatalog } from './fuzzed-catalog.ts';
import { runSchemathesis } from './schemathesis.ts';

/** Duration per fuzzer and part. */
const SECONDS = effort(4);

/** Number of entity types with tested paths; the seed selects them. */
const TYPES_PER_RUN = 2;

/** The paths for entities of any type, and those of some types. */
const PARTS = ['generic', 'structuredProperty', ...typesOfThisRun()];

/** Seeds that follow each other go through all types in turn. */
function typesOfThisRun(): readonly string[] {
  const types = [...REGISTRY.entities.keys()].filter((name) => name !== 'structuredProperty').sort();
  return Array.from(
    { length: TYPES_PER_RUN },
    (_, i) => types[(Math.abs(SEED) * TYPES_PER_RUN + i) % types.length] ?? '',
  );
}

const HARMLESS_URNS = ['urn:li:corpuser:stranger', 'urn:li:tag:none', 'urn:li:structuredProperty:none'];

let catalog: FuzzedCatalog;
beforeAll(async () => {
  catalog = await startFuzzedCatalog();
});
afterAll(() => catalog.server.stop());

describe.each([...FUZZERS].reverse())('the REST interface asked by %s', (fuzzer) => {
  it.each(PARTS)('answers valid and invalid requests to the part %s of its description', async (part) => {
    const { server, tokens, urns } = catalog;
    const mayRead = fuzzer === 'root' || fuzzer === 'reader';
    const { code, output } = await runSchemathesis({
      url: server.url,
      description: `/openapi/v3/api-docs?entity=${part}`,
      fuzzer,
      token: tokens[fuzzer],
      describingToken: server.token,
      urns: mayRead ? urns : HARMLESS_URNS,
      seconds: SECONDS,
    });
    expect(code, output).toBe(0);
  });

  if (fuzzer === 'root') return;
  it('has changed nothing', async () => {
    expect(await changesBy(catalog.server, fuzzer)).toEqual([]);
  });
});
