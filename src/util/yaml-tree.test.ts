import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYamlTree, type YamlNode } from './yaml-tree.ts';

function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.node)]));
}

function parse(text: string): unknown[] {
  return parseYamlTree(text, 'file.yaml').map(plain);
}

describe('parseYamlTree', () => {
  it('reads every document and leaves out empty ones', () => {
    expect(parse('a: 1\n---\n# nothing\n---\n- x\n- true\n')).toEqual([{ a: 1 }, ['x', true]]);
    expect(parse('')).toEqual([]);
    expect(parse('# only a comment\n')).toEqual([]);
  });

  it('keeps lines and source texts', () => {
    const [root] = parseYamlTree('a: 0042\nb:\n  - 1.10\n  - "7"\n', 'file.yaml');
    if (root?.kind !== 'mapping') throw new Error('no mapping');
    expect(root.entries.get('a')?.node).toMatchObject({ line: 1, text: '0042', value: 42 });
    expect(root.entries.get('b')).toMatchObject({
      line: 2,
      node: {
        line: 3,
        items: [
          { text: '1.10', line: 3 },
          { text: '7', value: '7', line: 4 },
        ],
      },
    });
  });

  it('keeps an empty value as null', () => {
    expect(parse('a:\nb: ~\n')).toEqual([{ a: null, b: null }]);
  });

  it('follows aliases', () => {
    expect(parse('a: &types [x, y]\nb: *types\n')).toEqual([{ a: ['x', 'y'], b: ['x', 'y'] }]);
  });

  it('refuses aliases that expand too often', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const below = `*l${level}`;
      return `l${level + 1}: &l${level + 1} [${Array.from({ length: 10 }, () => below).join(', ')}]`;
    });
    expect(() => parse(`l0: &l0 [x]\n${levels.join('\n')}`)).toThrow(/aliases expand/);
  });

  it('refuses an alias that contains itself', () => {
    expect(() => parse('a: &a\n  - *a\n')).toThrow(/nested too deeply/);
  });

  it.each([
    ['a: 1\na: 2', 'file.yaml, line 2: duplicate key'],
    ['a:\n\tb: 1', 'line 2: a tab cannot indent YAML'],
    ['a: [1, 2', 'line 1: invalid YAML'],
    ['a: *missing', 'line 1: there is no anchor &missing'],
    ['a: !!python/object:os.system x', 'line 1'],
    ['? [a]\n: 1', 'line 1: a key must be a string'],
    ['1: a', 'line 1: a key must be a string'],
    ['a: "x', 'invalid YAML'],
    [`a: ${'['.repeat(100)}${']'.repeat(100)}`, 'nested too deeply'],
    ['['.repeat(50_000), 'line 1'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('reads an alias as the nearest anchor before it', () => {
    expect(parse('- &a 1\n- *a\n- &a 2\n- *a\n- &b [&a 3, *a]\n- *b\n- *a')).toEqual([
      [1, 1, 2, 2, [3, 3], [3, 3], 3],
    ]);
    expect(() => parse('- *a\n- &a 1')).toThrow('there is no anchor &a');
  });

  it('reads thousands of anchors and aliases in time', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `- &a${i} x\n- *a${i}\n`).join('');
    // A search of the document for each alias would take until the test times out.
    expect(parse(text)).toEqual([Array(40_000).fill('x')]);
  });

  it.each(['- ', '? ', ']', '}', '{', '!a ', '%YAML 1.2\n', 'a: '])(
    'refuses a text of %j before it is composed',
    (part) => {
      expect(() => parse(part.repeat(300_000))).toThrow(/^\w+\.yaml, line \d+: /);
    },
  );

  it('does not mistake the text of a scalar for a token', () => {
    const text = ['[', ']', '!a', '%b'].map((sign) => `- |\n  ${sign}\n- "${sign}"\n`).join('');
    expect(parse(text.repeat(600))).toHaveLength(1);
  });

  it('reads back any value written as YAML', () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'grapheme' }),
        fc.integer(),
        fc.boolean(),
        fc.array(tie('node')),
        fc.dictionary(
          fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
          tie('node'),
        ),
      ),
    })).node;
    fc.assert(
      fc.property(value, (written) => {
        expect(parse(stringify(written, { lineWidth: 0 }))).toEqual([written]);
      }),
    );
  });
});
