import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { Answer } from './answer.ts';
import { fitAnswer } from './fit-answer.ts';

const ITEMS = fc.array(
  fc.record({ urn: fc.string(), untrusted: fc.record({ name: fc.string({ maxLength: 3_000 }) }) }),
  { maxLength: 60 },
);

function answerOf(items: JsonValue[], total = items.length): Answer {
  return {
    body: { total, results: items },
    lists: [{ what: 'results', items, total, how: 'cursor' }],
    cursor: (shown) => (shown < total ? String(shown) : undefined),
  };
}

describe('an answer', () => {
  it('never exceeds its budget, and says what it leaves out', () => {
    fc.assert(
      fc.property(ITEMS, fc.integer({ min: 4_000, max: 40_000 }), (items, most) => {
        const { content, text } = fitAnswer(answerOf(items), 7, most);
        expect(text.length).toBeLessThanOrEqual(most);
        expect(JSON.parse(text)).toEqual(content);
        const {
          cursor,
          cut = [],
          results,
        } = content as { cursor?: string; cut?: JsonObject[]; results: JsonObject[] };
        const list = cut.find(({ what }) => what === 'results');
        expect(list).toEqual(
          results.length < items.length
            ? { what: 'results', shown: results.length, total: items.length, how: 'cursor' }
            : undefined,
        );
        expect(cursor).toBe(results.length < items.length ? String(results.length) : undefined);
        expect(results.map(({ urn }) => typeof urn)).toEqual(results.map(() => 'string'));
      }),
    );
  });

  it('cuts long texts at 1,000 characters, one entry for the texts of a list', () => {
    const items = [5_000, 2_000, 10].map((length) => ({ untrusted: { name: 'x'.repeat(length) } }));
    const { content } = fitAnswer(answerOf(items), 7, 20_000);
    expect(content['cut']).toEqual([
      { what: 'results[].untrusted.name', shown: 1_000, total: 5_000, how: expect.any(String) },
    ]);
  });

  it('cuts texts shorter rather than leave out the first item, of which there could be nothing less', () => {
    const text = '"\\\u202e'.repeat(3_000);
    const columns: JsonValue[] = Array.from({ length: 100 }, () => ({
      untrusted: { path: text, description: text },
    }));
    for (const most of [4_000, 20_000, 40_000]) {
      const items = structuredClone(columns);
      const copies: JsonValue[] = [{ urn: 'a', columns: { items }, untrusted: { name: text, sql: text } }];
      const answer: Answer = {
        body: { entities: copies },
        lists: [
          { what: 'entities', items: copies, total: 1, how: 'fewer urns' },
          {
            what: 'entities[0].columns',
            items,
            total: 100,
            how: 'cursor',
            parent: { items: copies, index: 0 },
            least: 5,
          },
        ],
        textLength: most / 4,
      };
      const fitted = fitAnswer(answer, 7, most);
      expect(fitted.text.length).toBeLessThanOrEqual(most);
      expect(fitted.content['entities']).toHaveLength(1);
      expect(fitted.content['cut']).toContainEqual(expect.objectContaining({ what: 'entities[0].columns' }));
    }
  });

  it('leaves out items of inner lists first, but keeps the least', () => {
    const columns: JsonValue[] = Array.from({ length: 100 }, (_, i) => ({
      path: `column ${i} ${'x'.repeat(90)}`,
    }));
    const entities: JsonValue[] = [{ urn: 'a', columns: { total: 100, items: columns } }];
    const parent = { items: entities, index: 0 };
    const { content } = fitAnswer(
      {
        body: { entities },
        lists: [
          { what: 'entities', items: entities, total: 1, how: 'fewer urns' },
          { what: 'columns', items: columns, total: 100, how: 'cursor', parent, least: 5 },
        ],
      },
      7,
      5_000,
    );
    const [cut] = content['cut'] as readonly JsonObject[];
    expect(cut).toMatchObject({ what: 'columns', total: 100 });
    expect(cut?.['shown']).toBeGreaterThan(30);
  });

  it('is shortened before its texts are converted, which would take half a second', () => {
    const entities: JsonValue[] = Array.from({ length: 50 }, () => ({
      columns: Array.from({ length: 100 }, () => ({ untrusted: { description: '\u202e'.repeat(900) } })),
    }));
    const columns = entities.map((entity, index) => ({
      what: `entities[${index}].columns`,
      items: (entity as { readonly columns: JsonValue[] }).columns,
      total: 100,
      how: 'cursor',
      parent: { items: entities, index },
    }));
    const lists = [{ what: 'entities', items: entities, total: 50, how: 'fewer urns' }, ...columns];
    const { text } = fitAnswer({ body: { entities }, lists }, 7, 20_000);
    expect(text.length).toBeLessThanOrEqual(20_000);
    const left = columns.reduce((sum, { items }) => sum + items.length, 0);
    expect(left * 900).toBeLessThanOrEqual(20_000);
  });

  it('is refused if the rest is too long', () => {
    const body = { names: Array.from({ length: 600 }, () => 'a long name') };
    expect(() => fitAnswer({ body }, 7, 4_000)).toThrow(/more than max_chars 4000/);
  });
});
