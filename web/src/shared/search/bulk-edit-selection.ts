/** A selection by search, evaluated by the server: not all of it need be on the page. */
export interface SearchSelection {
  /** Entity types, `DATASET` or `dataset`; empty: all searchable types. */
  readonly types?: readonly string[];
  /** Text of the search; default `*`. */
  readonly query?: string;
  /** Conditions as in `SearchAcrossEntitiesInput`: OR of ANDs. */
  readonly orFilters?: readonly {
    readonly and: readonly {
      readonly field: string;
      readonly condition?: string;
      readonly values?: readonly string[];
      readonly negated?: boolean;
    }[];
  }[];
}

/** What lineage leads to from an asset, evaluated by the server. */
export interface LineageSelection {
  readonly urn: string;
  readonly direction: 'UPSTREAM' | 'DOWNSTREAM';
  readonly hops: number;
}

/** Assets to edit or export: these urns, or everything that matches a search. */
export type BulkEditSelection =
  | { readonly urns: readonly string[] }
  | { readonly search: SearchSelection; readonly total?: number };

/** Props of a dialog about selected assets. It is open as long as it is rendered. */
export interface SelectionDialogProps<Selection = BulkEditSelection> {
  readonly selection: Selection;
  readonly onClose: () => void;
}
