import { describe, expect, it } from 'vitest';
import { graphPicture, type PictureNode } from './graph-picture.ts';

const NODE: PictureNode = {
  x: 0,
  y: 0,
  width: 124,
  height: 72,
  isCenter: true,
  kind: 'Table',
  name: 'Orders',
  badges: [],
  rows: [],
  rowsTop: 72,
};
const draw = (node: Partial<PictureNode>): string =>
  graphPicture(
    { title: 'Lineage', width: 200, height: 100, nodes: [{ ...NODE, ...node }], edges: [] },
    // Ten pixels a letter: ten letters fit.
    (text) => text.length * 10,
  );

describe('the picture of a graph', () => {
  it('is a light document with the names of its fonts and no reference to another file', () => {
    const svg = draw({ rows: ['id'] });
    expect(svg).toContain('font-family="Inter, system-ui');
    expect(svg).toContain('fill="#ffffff"');
    expect(svg).toContain('>Orders</text>');
    expect(svg).toContain('>id</text>');
    expect(svg).not.toMatch(/var\(|light-dark|<style|href=|<image/);
  });

  it('shows texts that markup could not hold, and marks for characters that turn texts around', () => {
    const svg = draw({ name: '<b>&"', kind: 'a\u0000b', badges: ['\u202Eoff'] });
    expect(svg).toContain('>&lt;b&gt;&amp;&quot;</text>');
    expect(svg).toContain('>a\u{FFFD}b</text>');
    expect(svg).not.toContain('\u202E');
  });

  it.each([
    ['exactly 10', 'exactly 10'],
    ['more than ten', 'more than…'],
    ['👩‍👩‍👧'.repeat(6), '👩‍👩‍👧…'],
  ])('cuts %j', (name, shown) => {
    expect(draw({ name })).toContain(`>${shown}</text>`);
  });
});
