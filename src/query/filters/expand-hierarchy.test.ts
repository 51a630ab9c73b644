import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import type { FilterOperator } from '../../model/filter.ts';

let catalog: ReadingCatalog;

beforeEach(async () => {
  catalog = await ReadingCatalog.open();
});

afterEach(async () => {
  await catalog[Symbol.asyncDispose]();
});

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const container = (name: string): string => `urn:li:container:${name}`;
const domain = (name: string): string => `urn:li:domain:${name}`;

/** Names of the datasets that a filter finds. */
async function found(
  field: string,
  operator: FilterOperator,
  values: readonly string[],
  negated = false,
): Promise<string> {
  const urns = await catalog.found({ filter: [[{ field, operator, values, negated }]] });
  return urns.map((urn) => /hive,([^,]+)/.exec(urn)?.[1] ?? '').join(' ');
}

describe('hierarchical operators', () => {
  it('walk containers, but not the datasets in them', async () => {
    await catalog.put(container('root'), { containerProperties: { name: 'root' } });
    await catalog.put(container('left'), { container: { container: container('root') } });
    await catalog.put(container('right'), { container: { container: container('root') } });
    await catalog.put(container('leaf'), { container: { container: container('left') } });
    for (const name of ['root', 'left', 'right', 'leaf']) {
      await catalog.put(dataset(name), { container: { container: container(name) } });
    }
    expect(await found('container', 'EQUAL', [container('left')])).toBe('left');
    expect(await found('container', 'DESCENDANTS_INCL', [container('left')])).toBe('leaf left');
    expect(await found('container', 'DESCENDANTS_INCL', [container('root')])).toBe('leaf left right root');
    expect(await found('container.keyword', 'ANCESTORS_INCL', [container('leaf')])).toBe('leaf left root');
    expect(await found('container', 'RELATED_INCL', [container('left')])).toBe('leaf left root');
    expect(await found('container', 'DESCENDANTS_INCL', [container('left'), container('right')])).toBe(
      'leaf left right',
    );
    expect(await found('container', 'DESCENDANTS_INCL', [container('left')], true)).toBe('right root');
    expect(await found('container', 'DESCENDANTS_INCL', [])).toBe('leaf left right root');
    expect(await found('container', 'DESCENDANTS_INCL', [container('none')])).toBe('');
    expect(await found('container', 'DESCENDANTS_INCL', ['no urn'])).toBe('');
  });

  it('end in a cyclic hierarchy', async () => {
    for (const [name, parent] of [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
    ] as const) {
      await catalog.put(domain(name), { domainProperties: { name, parentDomain: domain(parent) } });
      await catalog.put(dataset(name), { domains: { domains: [domain(name)] } });
    }
    for (const operator of ['DESCENDANTS_INCL', 'ANCESTORS_INCL', 'RELATED_INCL'] as const) {
      expect(await found('domains', operator, [domain('a')])).toBe('a b c');
    }
  });

  it('go from glossary nodes to the terms below them', async () => {
    const node = (name: string): string => `urn:li:glossaryNode:${name}`;
    const term = (name: string): string => `urn:li:glossaryTerm:${name}`;
    await catalog.put(node('top'), { glossaryNodeInfo: { definition: '' } });
    await catalog.put(node('sub'), { glossaryNodeInfo: { definition: '', parentNode: node('top') } });
    await catalog.put(term('pii'), {
      glossaryTermInfo: { definition: '', termSource: 'x', parentNode: node('sub') },
    });
    await catalog.put(dataset('x'), { glossaryTerms: { terms: [{ urn: term('pii') }] } });
    expect(await found('glossaryTerms', 'DESCENDANTS_INCL', [node('top')])).toBe('x');
    expect(await found('glossaryTerms', 'ANCESTORS_INCL', [node('top')])).toBe('');
  });

  it('work on structured properties with urn values', async () => {
    await catalog.define('p', 'urn');
    await catalog.put(domain('up'), { domainProperties: { name: 'up' } });
    await catalog.put(domain('down'), { domainProperties: { name: 'down', parentDomain: domain('up') } });
    await catalog.assign(dataset('x'), { p: [domain('down')] });
    expect(await found('structuredProperties.p', 'DESCENDANTS_INCL', [domain('up')])).toBe('x');
  });
});
