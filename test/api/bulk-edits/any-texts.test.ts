import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { SEED, effort } from '../../support/effort.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { schemaWith } from '../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { writeAspect } from '../../support/test-actors.ts';

/** Sequences of edits; fewer where each step waits for engines. */
const RUNS = effort(isKeptInFolders() ? 12 : 3);
const MOST_STEPS = 6;
const FIELDS = ['description', 'deprecation'] as const;

let root: TestServer;

beforeAll(async () => {
  root = await startServer();
});
afterAll(() => root.stop());

type Field = (typeof FIELDS)[number];
/** The cell of each field of each asset: one text, or none. */
type Cells = ReadonlyMap<string, string | undefined>;

interface Step {
  readonly field: Field;
  readonly action: 'set' | 'add' | 'clear';
  readonly value: string;
  readonly chosen: readonly number[];
  readonly isUndone: boolean;
}

const step = fc.record<Step>({
  field: fc.constantFrom(...FIELDS),
  action: fc.constantFrom('set', 'add', 'clear'),
  value: fc.oneof(
    fc.constantFrom('x', ' x ', 'a|b\\c', '=1', 'line\n- item', 'note', '😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  ),
  chosen: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
  isUndone: fc.boolean(),
});

function key(field: Field, urn: string): string {
  return `${field} ${urn}`;
}

/** The cells after the step, as one would compute them by hand. */
function after(before: Cells, { action, field, value }: Step, urns: readonly string[]): Cells {
  const cells = new Map(before);
  for (const urn of urns) {
    const held = cells.get(key(field, urn));
    if (action === 'add' && held !== undefined) continue;
    cells.set(key(field, urn), action === 'clear' ? undefined : value);
  }
  return cells;
}

async function valueOf(urn: string, name: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, name, 'v3'));
  return status === 404 ? undefined : json.value;
}

async function stored(urns: readonly string[], dataset: string): Promise<Cells> {
  const columns: { fieldPath: string; description?: string }[] =
    (await valueOf(dataset, 'editableSchemaMetadata'))?.editableSchemaFieldInfo ?? [];
  const cells = new Map<string, string | undefined>();
  for (const urn of urns) {
    const { deprecated, note } = (await valueOf(urn, 'deprecation')) ?? {};
    cells.set(key('deprecation', urn), deprecated === true ? note : undefined);
    const path = /^urn:li:schemaField:.*,(\w+)\)$/.exec(urn)?.[1];
    const description =
      path === undefined
        ? (await valueOf(urn, 'editableDatasetProperties'))?.description
        : columns.find(({ fieldPath }) => fieldPath === path)?.description;
    cells.set(key('description', urn), description);
  }
  return cells;
}

it('any sequence of edits and undos of texts gives what a naive model gives', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: MOST_STEPS }), async (steps) => {
      const [a, b] = [datasetUrn(`texts${count}.a`), datasetUrn(`texts${count++}.b`)];
      const urns = [a, b, `urn:li:schemaField:(${a},id)`, `urn:li:schemaField:(${a},name)`];
      for (const urn of [a, b]) await writeAspect(root, urn, 'schemaMetadata', schemaWith('id', 'name'));
      let cells: Cells = new Map(
        FIELDS.flatMap((field) => urns.map((urn) => [key(field, urn), undefined] as const)),
      );
      for (const one of steps) {
        const chosen = one.chosen.flatMap((i) => urns[i] ?? []);
        const { action, field, isUndone, value } = one;
        // A text that could be another part of a deprecation has a name.
        const values = action === 'clear' ? [] : [field === 'deprecation' ? `note=${value}` : value];
        const { id, result } = await edit(root, { urns: chosen, changes: [{ field, action, values }] });
        const next = after(cells, one, chosen);
        const isChanged = chosen.filter((urn) => next.get(key(field, urn)) !== cells.get(key(field, urn)));
        expect(result.changed).toBe(isChanged.length);
        expect(await stored(urns, a)).toEqual(next);
        if (isUndone && isChanged.length > 0) {
          expect((await edit(root, { undo: id })).result).toMatchObject({
            changed: isChanged.length,
            failed: 0,
          });
          expect(await stored(urns, a)).toEqual(cells);
        } else cells = next;
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
