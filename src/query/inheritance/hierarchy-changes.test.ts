import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { HierarchyChanges } from './hierarchy-changes.ts';

const container = (id: number | string) => parseUrn(`urn:li:container:${id}`);

describe('changes of hierarchies', () => {
  it('are kept by type, until there are too many or everything was loaded again', () => {
    const changes = new HierarchyChanges(3);
    expect([changes.of('container'), changes.after(3, 'container'), changes.after(2, 'container')]).toEqual([
      3,
      [],
      undefined,
    ]);
    changes.changed([container('a'), parseUrn('urn:li:domain:d')], 4);
    changes.changed([container('b'), container('a')], 6);
    expect(changes.after(3, 'container')).toEqual([container('a'), container('b')]);
    expect(changes.after(4, 'container')).toEqual([container('b'), container('a')]);
    expect(changes.after(4, 'domain')).toEqual([]);
    expect([changes.of('container'), changes.of('domain'), changes.of('glossaryTerm')]).toEqual([6, 4, 3]);
    const many = Array.from({ length: 999 }, (_, i) => container(i));
    changes.changed(many, 7);
    expect(changes.after(5, 'container')).toBeUndefined();
    expect(changes.after(6, 'container')).toEqual(many);
    changes.reloaded(9);
    expect(changes.after(8, 'container')).toBeUndefined();
    expect(changes.after(9, 'container')).toEqual([]);
  });
});
