import type { UrlCodec } from '../../urls/search-state.ts';
import type { LineageFilter } from './visible-graph.ts';

/** State of a lineage view; all of it is in the address. */
export interface LineageState extends LineageFilter {
  /** From 1 to 3. */
  readonly hops: number;
  /** Undefined: depends on the width of the window. */
  readonly view: 'graph' | 'list' | undefined;
  /** Urn of the dataset whose columns are shown. */
  readonly columnsOf: string | undefined;
}

const NAMES = ['hops', 'hide', 'platform', 'as', 'columns'] as const;

/** Codec of `hops`, `hide` (once per hidden type), `platform`, `as` (graph or list) and `columns`. Keeps other parameters of the page. */
export const LINEAGE_ADDRESS: UrlCodec<LineageState & { readonly others: URLSearchParams }> = {
  parse: (parameters) => {
    const others = new URLSearchParams(parameters);
    for (const name of NAMES) others.delete(name);
    const hops = Number(parameters.get('hops') ?? 2);
    const view = parameters.get('as');
    return {
      hops: hops === 1 || hops === 3 ? hops : 2,
      hiddenTypes: parameters.getAll('hide'),
      platform: parameters.get('platform') ?? undefined,
      view: view === 'graph' || view === 'list' ? view : undefined,
      columnsOf: parameters.get('columns') ?? undefined,
      others,
    };
  },
  format: ({ hops, hiddenTypes, platform, view, columnsOf, others }) => {
    const parameters = new URLSearchParams(others);
    if (hops !== 2) parameters.set('hops', String(hops));
    for (const type of hiddenTypes) parameters.append('hide', type);
    if (platform !== undefined) parameters.set('platform', platform);
    if (view !== undefined) parameters.set('as', view);
    if (columnsOf !== undefined) parameters.set('columns', columnsOf);
    return parameters;
  },
};
