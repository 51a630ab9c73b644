import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { inWireForm, storedInWireForm } from './aliased-unions.ts';
import { validateAspect } from './aspect-schema.ts';
import { canonicalAspect } from './aspect-text.ts';

const SHELF = {
  aspect: 'shelf',
  class: 'org.example.Shelf',
  fields: { sizes: { type: { array: 'org.example.Size' } } },
  types: {
    'org.example.Size': {
      fields: {
        inner: { type: { union: { width: 'double', label: 'string', rest: 'org.example.Shelf' } } },
      },
    },
  },
};

const registry = loadRegistry([...readRegistry(), { path: 'shelf.json', content: SHELF }]);

function spec(name: string) {
  const found = registry.aspects.get(name);
  if (found === undefined) throw new Error(`no aspect ${name}`);
  return found;
}

const members = fc.oneof(
  fc.record({ costId: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  fc.record({ costCode: fc.string() }),
);

describe('aliased unions', () => {
  it('lose the discriminator and the nulls of the Avro form, at any depth', () => {
    const rest = { sizes: [{ inner: { width: null, label: 'x', rest: null, fieldDiscriminator: 'label' } }] };
    const avro = { sizes: [{ inner: { rest, fieldDiscriminator: 'rest' } }, { inner: { width: 1 } }] };
    const wire = {
      sizes: [{ inner: { rest: { sizes: [{ inner: { label: 'x' } }] } } }, { inner: { width: 1 } }],
    };
    expect(inWireForm(spec('shelf'), avro)).toEqual(wire);
    expect(validateAspect(spec('shelf'), wire)).toEqual([]);
  });

  it('stay unchanged when the discriminator contradicts the members', () => {
    for (const cost of [
      { costId: 1, costCode: 'x', fieldDiscriminator: 'costId' },
      { costCode: 'x', fieldDiscriminator: 'costId' },
      { fieldDiscriminator: 'costId' },
    ]) {
      const value = { costType: 'ORG_COST_TYPE', cost };
      expect(inWireForm(spec('cost'), value)).toEqual(value);
      expect(validateAspect(spec('cost'), value)).toHaveLength(1);
    }
  });

  it('leave the discriminator in aspects without such a union', () => {
    const value = { customProperties: { fieldDiscriminator: 'a', a: 'b' } };
    expect(inWireForm(spec('datasetProperties'), value)).toBe(value);
    const text = JSON.stringify(value);
    expect(storedInWireForm('datasetProperties', text)).toBe(text);
  });

  it('are read in wire form from values stored by earlier versions', () => {
    fc.assert(
      fc.property(members, fc.boolean(), (member, isFirst) => {
        const [alias = ''] = Object.keys(member);
        const wire = canonicalAspect(spec('cost'), { costType: 'ORG_COST_TYPE', cost: { ...member } });
        const written = `"fieldDiscriminator":"${alias}"`;
        const start = '{"costType":"ORG_COST_TYPE","cost":{';
        const stored = isFirst
          ? wire.replace(start, () => `${start}${written},`)
          : `${wire.slice(0, -2)},${written}}}`;
        expect(storedInWireForm('cost', stored)).toBe(wire);
        expect(storedInWireForm('cost', wire)).toBe(wire);
      }),
    );
    const tricky = '{"costType":"ORG_COST_TYPE","cost":{"costCode":",\\"fieldDiscriminator\\":\\"x\\""}}';
    expect(storedInWireForm('cost', tricky)).toBe(tricky);
  });
});
