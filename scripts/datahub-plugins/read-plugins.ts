import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTERPARTS, type Counterpart } from './counterparts.ts';

/** A plugin of DataHub's write path. */
export interface Plugin {
  readonly kind: string;
  readonly name: string;
  /** Undefined: the table lacks it. */
  readonly counterpart: Counterpart | undefined;
}

/** The plugins of `names.txt`, in its order. */
export function readPlugins(): readonly Plugin[] {
  const lines = readFileSync(join(import.meta.dirname, 'names.txt'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind = '', name = ''] = line.split(' ');
      return { kind, name, counterpart: COUNTERPARTS[name] };
    });
}

/** The table of the page. */
export function pluginTable(): readonly string[] {
  return [
    '| Kind | Plugin of DataHub | What it does | In Colophon |',
    '| --- | --- | --- | --- |',
    ...readPlugins().map(({ counterpart, kind, name }) => {
      const files = (counterpart?.files ?? []).map((file) => `\`src/${file}\``);
      const here = [files.join(', '), counterpart?.reason ?? ''].filter((part) => part !== '').join('; ');
      return `| ${kind} | \`${name}\` | ${counterpart?.rule ?? ''} | ${here} |`;
    }),
  ];
}
