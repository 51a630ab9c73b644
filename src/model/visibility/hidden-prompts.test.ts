import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import {
  withHiddenAnswers,
  withHiddenPrompts,
  withoutHiddenAnswers,
  withoutHiddenPrompts,
  type IsHidden,
} from './hidden-prompts.ts';

const property = (name: string): string => `urn:li:structuredProperty:${name}`;
const isHidden: IsHidden = (urn) => urn === property('hidden');

const info = fc
  .uniqueArray(fc.tuple(fc.string(), fc.constantFrom('hidden', 'shown', undefined)), {
    selector: ([id]) => id,
    maxLength: 8,
  })
  .map((prompts): JsonObject => ({ name: 'f', prompts: prompts.map(([id, name]) => promptOf(id, name)) }));

function promptOf(id: string, name: string | undefined): JsonObject {
  return { id, ...(name !== undefined && { structuredPropertyParams: { urn: property(name) } }) };
}

function ids(of: JsonObject, member: string): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(of[member]) ? of[member] : [];
  return list.map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined));
}

describe('prompts of a form', () => {
  it('are kept in order when the visible ones are written back', () => {
    fc.assert(
      fc.property(info, (stored) => {
        const shown = withoutHiddenPrompts(stored, isHidden);
        expect(JSON.stringify(shown)).not.toContain(property('hidden'));
        expect(withHiddenPrompts(shown, stored, isHidden)).toEqual(stored);
      }),
    );
  });

  it('are kept, if hidden, when the others are replaced', () => {
    const stored = { prompts: [promptOf('a', 'shown'), promptOf('b', 'hidden'), promptOf('c', 'shown')] };
    const kept = withHiddenPrompts({ prompts: [promptOf('d', 'shown')] }, stored, isHidden);
    expect(ids(kept, 'prompts')).toEqual(['b', 'd']);
  });
});

describe('answers to a form', () => {
  const FORM = 'urn:li:form:f';
  const open = (id: string): JsonObject => ({ id, lastModified: 1 });

  it('are kept when the visible ones are written back', () => {
    fc.assert(
      fc.property(info, fc.integer(), (form, split) => {
        const all = ids(form, 'prompts').map((id) => ({ id: String(id) }));
        const at = all.length === 0 ? 0 : Math.abs(split) % all.length;
        const association = {
          urn: FORM,
          incompletePrompts: all.slice(0, at),
          completedPrompts: all.slice(at),
        };
        const stored = { incompleteForms: [association], completedForms: [] };
        const infoOf = (): JsonObject => form;
        const shown = withoutHiddenAnswers(stored, infoOf, isHidden);
        const [kept] = listOf(withHiddenAnswers(shown, stored, { infoOf, isHidden, open }));
        for (const member of ['incompletePrompts', 'completedPrompts'] as const) {
          expect(new Set(ids(kept ?? {}, member))).toEqual(new Set(association[member].map(({ id }) => id)));
        }
      }),
    );
  });

  it('are incomplete for hidden prompts of a newly associated form', () => {
    const infoOf = (): JsonObject => ({ prompts: [promptOf('a', 'shown'), promptOf('b', 'hidden')] });
    const stated = { incompleteForms: [{ urn: FORM, incompletePrompts: [open('a')], completedPrompts: [] }] };
    const [asked] = listOf(withHiddenAnswers(stated, undefined, { infoOf, isHidden, open }));
    expect(ids(asked ?? {}, 'incompletePrompts')).toEqual(['a', 'b']);
  });

  function listOf(forms: JsonObject): readonly JsonObject[] {
    const list: unknown = forms['incompleteForms'];
    return Array.isArray(list) ? list : [];
  }
});
